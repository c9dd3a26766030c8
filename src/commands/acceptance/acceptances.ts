import { pluralize, printable } from '../../lib/text.js';
import { formatDate } from '../../lib/times.js';
import type { RegisteredAcceptance } from '../../vulnerabilities/acceptances/acceptances.js';
import { withClient } from '../client/client.js';
import { actOnEach, reportFailed } from '../client/each.js';
import {
  getData,
  listAll,
  send,
  toCommandError,
  withQuery,
  type Filters,
} from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, type JsonOption } from '../output/items.js';
import { ACCEPTANCE_COLUMNS, hostsText, whereText } from './acceptances.text.js';

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
  const filters = { ended: String(ended), expiring_within_days: expiringWithin };
  return withClient(options, io, async (client) => {
    if (format === 'openvex') {
      io.stdout.write(`${await getOpenVex(client, filters)}\n`);
      return 0;
    }
    const items = await listAll<RegisteredAcceptance>(client, '/acceptances', filters);
    const json = options.json ?? (format === 'json' || undefined);
    printItems(items, ACCEPTANCE_COLUMNS, { json, none: 'No acceptances.' }, io);
    return 0;
  });
}

async function getOpenVex(client: Client, filters: Filters): Promise<string> {
  const url = withQuery('/acceptances', { ...filters, format: 'openvex' });
  const response = await client.request('GET', url);
  if (response.status !== 200) throw toCommandError(response);
  return JSON.stringify(response.body, null, 2);
}

export interface AcceptancesEndOptions extends ServiceOptions {
  ids: string[];
}

/**
 * Ends acceptances; they stay in the register. Ends none if one of them does not exist or has ended already, and the
 * others if one fails.
 */
export async function acceptancesEnd(options: AcceptancesEndOptions, io: Io): Promise<number> {
  const ids = [...new Set(options.ids.map(requireId))];
  return withClient(options, io, async (client) => {
    const found = [];
    for (const id of ids) found.push(await getActive(client, id));
    const outcome = await actOnEach(found, async (acceptance) => {
      await send(client, 'DELETE', `/acceptances/${acceptance.id}`);
      io.stdout.write(`${describeEnd(acceptance)}\n`);
    });
    return reportFailed(outcome, ({ id }) => `Acceptance ${id} was not ended`, io);
  });
}

function requireId(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new CommandError(
    `${JSON.stringify(text)} is not the id of an acceptance; see "hostwarden acceptances"`,
    2,
  );
}

async function getActive(client: Client, id: string): Promise<RegisteredAcceptance> {
  const acceptance = await getData<RegisteredAcceptance>(client, 'GET', `/acceptances/${id}`);
  if (acceptance.ended_at === null) return acceptance;
  throw new CommandError(`Acceptance ${id} has ended on ${formatDate(acceptance.ended_at)}`);
}

function describeEnd(acceptance: RegisteredAcceptance): string {
  const { id, vulnerability_id, findings } = acceptance;
  const covered = `${printable(vulnerability_id)} on ${hostsText(acceptance)}, ${whereText(acceptance)}`;
  return `Acceptance ${id} ended: ${covered}. It covered ${pluralize(findings, 'open finding')}.`;
}
