import type { Severity } from '../../knowledge/records.js';
import { withClient } from '../client/client.js';
import { lookupTemplate } from '../client/lookup.js';
import { listAll, readData, withQuery } from '../client/request.js';
import type { ApiResponse, Client, ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { listChains, renderChains, severalChains, type Chain } from './diff.chains.js';
import { renderDiff } from './diff.text.js';
import { renderActions, renderLead } from './lead.text.js';
import type { DiffBody } from './report.body.js';
import { readText, reportStyle, writeReport } from './report.output.js';
import { readThreshold, thresholdExitCode } from './threshold.js';

export interface DiffOptions extends ServiceOptions {
  /** id or name; undefined: the only chain, or a list of all */
  template?: string;
  format?: string;
  output?: string;
  /** minimum severity of the listed findings; without `failOn` also the threshold, for one version */
  severity?: Severity;
  failOn?: Severity;
  last?: string;
  unimportant?: true;
}

const DEFAULT_TASKS = '10'; // of a table

/**
 * Prints the differential report of a template. Without one: that of the only template with two finished tasks,
 * or a list of these templates. With `failOn`: exit code 3 if the latest printed task has a new finding of at least
 * this severity, by any cause, otherwise 4 if something was not checked. Accepted findings do not count.
 */
export async function diff(options: DiffOptions, io: Io): Promise<number> {
  return withClient(options, io, async (client) => {
    const { template } = options;
    if (template !== undefined)
      return diffTemplate(client, (await lookupTemplate(client, template)).id, options, io);
    const chains = await listChains(client);
    const [only] = chains;
    if (only && chains.length === 1) return diffTemplate(client, only.template.id, options, io);
    if (chains.length > 1 && needsTemplate(options)) throw severalChains(chains);
    await printChains(client, chains, options.output, io);
    return thresholdExitCode(options.failOn, { worst: null, isWhole: false });
  });
}

async function printChains(
  client: Client,
  chains: readonly Chain[],
  output: string | undefined,
  io: Io,
): Promise<void> {
  if (chains.length === 0) io.stderr.write('No template has two finished tasks to compare yet.\n');
  const out = output === undefined ? io.stdout : undefined;
  const text = await renderChains(client, chains, out);
  if (text !== '') writeReport(text, output, io);
  if (chains.length > 0) io.stderr.write('Show one: hostwarden diff <id or name>\n');
}

const needsTemplate = ({ format = 'table', severity, failOn }: DiffOptions): boolean =>
  format !== 'table' || severity !== undefined || failOn !== undefined;

async function diffTemplate(
  client: Client,
  id: number,
  options: DiffOptions,
  io: Io,
): Promise<number> {
  // Text and exit code are from one response: a task could finish between two.
  const { format = 'table', last, unimportant, severity } = options;
  const form = format === 'table' ? { last: DEFAULT_TASKS, include: 'remediations' } : { format };
  const query = { ...form, ...(last !== undefined && { last }), unimportant, severity };
  const url = withQuery(`/api/v1/templates/${id}/diff`, query);
  const response = await client.request('GET', url);
  writeReport(renderReport(response, options, io), options.output, io);
  await reportRunningTasks(client, id, io);
  return exitCodeOf(response, options, io);
}

function exitCodeOf(response: ApiResponse, { severity, failOn }: DiffOptions, io: Io): number {
  if (severity === undefined && failOn === undefined) return 0;
  const input = readThreshold(response, 'worst-new');
  if (failOn !== undefined) return thresholdExitCode(failOn, input);
  io.stderr.write(
    'Warning: --severity selects what is listed. The next version sets exit code 3 with --fail-on only.\n',
  );
  return thresholdExitCode(severity, { ...input, isWhole: true });
}

// A user who just started a task must not mistake the result of the previous one for its result.
async function reportRunningTasks(client: Client, templateId: number, io: Io): Promise<void> {
  const tasks = await listAll<{ number_task: string }>(client, '/api/v1/tasks', {
    templates_id: templateId,
    status: 'working',
  });
  for (const { number_task } of tasks)
    io.stderr.write(`${number_task} is still running and not part of this report.\n`);
}

function renderReport(
  response: ApiResponse,
  { format = 'table', output, severity }: DiffOptions,
  io: Io,
): string {
  if (format !== 'table') return readText(response);
  const diffs = readData<DiffBody[]>(response).reverse();
  const [newest] = diffs;
  if (!newest) return 'No finished tasks yet.\n';
  const style = reportStyle(output, io);
  const tasks = diffs.map((d) => renderDiff(d, style, { isNewest: d === newest, severity }));
  return `${renderLead(newest, style)}${renderActions(newest, style)}\n${tasks.join('\n')}`;
}
