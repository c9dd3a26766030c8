import type { SummaryBody } from '../../fleet/fleet.schemas.js';
import {
  addCoverageCounts,
  noCoverageCounts,
  type CoverageCounts,
} from '../../vulnerabilities/coverage/coverage-counts.js';
import type { RemediationBody } from '../../vulnerabilities/remediations/remediation.schemas.js';
import { certaintyWords } from '../../vulnerabilities/remediations/text.js';
import { withClient } from '../client/client.js';
import { lookupEach, lookupHost } from '../client/lookup.js';
import { getData, listAll, readData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, printJson, type Column, type JsonOption } from '../output/items.js';
import { getText, reportStyle } from '../report/report.output.js';
import { notCheckedHint, nothingToDoText, renderFixes, type CheckedHosts } from './fixes.text.js';

export interface FixesOptions extends ServiceOptions, JsonOption {
  hosts: string[];
  format?: string;
  /** on a terminal: all rows */
  all?: true;
}

/** Prints what to do on each host, highest risk first; or the commands for one host. */
export async function fixes(options: FixesOptions, io: Io): Promise<number> {
  const { format, hosts } = options;
  if (format === 'sh' && hosts.length !== 1)
    throw new CommandError('--format sh needs exactly one host: a script is for one host', 2);
  await withClient(options, io, async (client) => {
    const ids = (await lookupEach(client, hosts, lookupHost)).map(({ id }) => id);
    if (format === 'sh')
      io.stdout.write(await getText(client, `/remediations?format=sh&host_id=${ids[0] ?? 0}`));
    else await printFixes(client, ids, options, io);
  });
  return 0;
}

async function printFixes(
  client: Client,
  ids: readonly number[],
  { format, json, all }: FixesOptions,
  io: Io,
): Promise<void> {
  const found = await listRemediations(client, ids);
  if (json === true) return printJson(found, io);
  if (format === 'json') return printJson({ data: found }, io);
  const checked = await countChecked(client, ids);
  const style = reportStyle(undefined, io);
  const isPipe = style.width === undefined;
  if (isPipe && format === undefined) {
    io.stderr.write(notCheckedHint(checked, style));
    return printItems(found, FIX_COLUMNS, { none: nothingToDoText(checked) }, io);
  }
  io.stdout.write(renderFixes(found, checked, { ...style, isWhole: isPipe || all === true }));
}

interface NotCheckedMeta {
  not_checked: { hosts: number; coverage: CoverageCounts };
}

/** Counts these hosts, or all, and those of them that were not fully checked. */
async function countChecked(client: Client, ids: readonly number[]): Promise<CheckedHosts> {
  if (ids.length === 0) {
    const { hosts } = await getData<SummaryBody>(client, 'GET', '/summary');
    return { hosts: hosts.total, notChecked: hosts.not_checked, coverage: hosts.coverage };
  }
  const coverage = noCoverageCounts();
  let notChecked = 0;
  for (const id of ids) {
    const url = `/vulnerabilities?host_id=${id}&limit=1`;
    const response = await client.request('GET', url);
    readData(response);
    const { not_checked } = (response.body as { meta: NotCheckedMeta }).meta;
    notChecked += not_checked.hosts;
    addCoverageCounts(coverage, not_checked.coverage);
  }
  return { hosts: ids.length, notChecked, coverage };
}

/** Returns the remediations of these hosts, or of all, highest risk first. */
async function listRemediations(
  client: Client,
  ids: readonly number[],
): Promise<RemediationBody[]> {
  if (ids.length === 0) return listAll<RemediationBody>(client, '/remediations');
  const found = [];
  for (const id of ids)
    found.push(...(await listAll<RemediationBody>(client, '/remediations', { host_id: id })));
  return found.sort((a, b) => b.risk - a.risk);
}

/** The columns of remediations in a pipe. */
const FIX_COLUMNS: Column<RemediationBody>[] = [
  { heading: 'RISK', value: ({ risk }) => risk.toFixed(1) },
  { heading: 'SEVERITY', value: ({ severity }) => severity },
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'ADDRESS', value: ({ ip }) => ip },
  { heading: 'ACTION', value: ({ action }) => action },
  { heading: 'TITLE', value: ({ title }) => title },
  { heading: 'COMMAND', value: ({ command }) => command },
  {
    heading: 'PACKAGES',
    value: ({ packages }) => [...new Set(packages.map(({ name }) => name))].join(', '),
  },
  {
    heading: 'PORT',
    value: ({ ports }) =>
      ports.length === 0
        ? null
        : ports.map(({ port, transport }) => `${port}/${transport}`).join(', '),
  },
  { heading: 'VULNERABILITIES', value: ({ vulnerabilities }) => vulnerabilities.join(', ') },
  { heading: 'EXPLOITED', value: ({ known_exploited: exploited }) => exploited },
  { heading: 'RESTART', value: ({ restart }) => restart },
  { heading: 'CERTAINTY', value: ({ by_confidence }) => certaintyWords(by_confidence) },
  { heading: 'REASON', value: ({ risk_reason }) => risk_reason },
];
