import type { SummaryBody } from '../../fleet/fleet.schemas.js';
import type { RemediationBody } from '../../vulnerabilities/remediations/remediation.schemas.js';
import { withClient } from '../client/client.js';
import { lookupHost } from '../client/lookup.js';
import { getData, listAll, readData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import type { JsonOption } from '../output/items.js';
import { getText, reportStyle } from '../report/report.output.js';
import { renderFixes, type CheckedHosts } from './fixes.text.js';

export interface FixesOptions extends ServiceOptions, JsonOption {
  hosts: string[];
  format?: string;
}

/** Prints what to do on each host, highest risk first; or the commands for one host. */
export async function fixes(options: FixesOptions, io: Io): Promise<number> {
  const { format = 'table', hosts } = options;
  if (format === 'sh' && hosts.length !== 1)
    throw new CommandError('--format sh needs exactly one host: a script is for one host', 2);
  const text = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const ids = [];
    for (const host of hosts) ids.push((await lookupHost(client, host)).id);
    return render(client, ids, { format, isJson: options.json }, io);
  });
  io.stdout.write(text);
  return 0;
}

async function render(
  client: Client,
  ids: readonly number[],
  { format, isJson }: { format: string; isJson: true | undefined },
  io: Io,
): Promise<string> {
  if (format === 'sh') return getText(client, `/remediations?format=sh&host_id=${ids[0] ?? 0}`);
  const found = await listRemediations(client, ids);
  if (isJson === true) return `${JSON.stringify(found, null, 2)}\n`;
  if (format === 'json') return `${JSON.stringify({ data: found }, null, 2)}\n`;
  return renderFixes(found, await countChecked(client, ids), reportStyle(undefined, io));
}

/** Counts these hosts, or all, and those of them that were not fully checked. */
async function countChecked(client: Client, ids: readonly number[]): Promise<CheckedHosts> {
  if (ids.length === 0) {
    const { hosts } = await getData<SummaryBody>(client, 'GET', '/summary');
    return { hosts: hosts.total - hosts.unanswered_addresses, notChecked: hosts.not_checked };
  }
  const distinct = [...new Set(ids)];
  let notChecked = 0;
  for (const id of distinct) {
    const url = `/vulnerabilities?host_id=${id}&limit=1`;
    const response = await client.request('GET', url);
    readData(response);
    notChecked += (response.body as { meta: { not_checked: { hosts: number } } }).meta.not_checked
      .hosts;
  }
  return { hosts: distinct.length, notChecked };
}

/** Returns the remediations of these hosts, or of all, highest risk first. */
async function listRemediations(
  client: Client,
  ids: readonly number[],
): Promise<RemediationBody[]> {
  if (ids.length === 0) return listAll<RemediationBody>(client, '/remediations');
  const found = [];
  for (const id of new Set(ids))
    found.push(...(await listAll<RemediationBody>(client, '/remediations', { host_id: `${id}` })));
  return found.sort((a, b) => b.risk - a.risk);
}
