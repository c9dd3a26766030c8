import type { RegisteredAcceptance } from '../../vulnerabilities/acceptances/acceptances.js';
import { withClient } from '../client/client.js';
import { listAll, toCommandError } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, type JsonOption } from '../output/items.js';
import { ACCEPTANCE_COLUMNS } from './acceptances.text.js';

export interface AcceptancesOptions extends ServiceOptions, JsonOption {
  /** days */
  expiringWithin?: string;
  ended?: boolean;
  format?: 'table' | 'json' | 'openvex';
}

/** Lists acceptances: active ones, or with `ended` those that are not. */
export async function acceptances(options: AcceptancesOptions, io: Io): Promise<number> {
  const { expiringWithin, ended = false, format = 'table' } = options;
  if (expiringWithin !== undefined && !/^\d{1,5}$/.test(expiringWithin))
    throw new CommandError(
      `--expiring-within must be a number of days, not ${JSON.stringify(expiringWithin)}`,
      2,
    );
  const filters = {
    ended: String(ended),
    ...(expiringWithin !== undefined && { expiring_within_days: expiringWithin }),
  };
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    if (format === 'openvex') {
      io.stdout.write(`${await getOpenVex(client, filters)}\n`);
      return 0;
    }
    const items = await listAll<RegisteredAcceptance>(client, '/acceptances', filters);
    const json = format === 'json' || undefined;
    printItems(
      items,
      ACCEPTANCE_COLUMNS,
      { json: options.json ?? json, none: 'No acceptances.' },
      io,
    );
    return 0;
  });
}

async function getOpenVex(client: Client, filters: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ ...filters, format: 'openvex' }).toString();
  const response = await client.request('GET', `/acceptances?${query}`);
  if (response.status !== 200) throw toCommandError(response);
  return JSON.stringify(response.body, null, 2);
}
