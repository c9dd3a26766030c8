import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../../vulnerabilities/severity.js';
import { withClient } from '../client/client.js';
import { lookupTemplate } from '../client/lookup.js';
import { listAll, readData } from '../client/request.js';
import type { ApiResponse, Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { listChains, renderChains, severalChains } from './diff.chains.js';
import { renderDiff, type DiffResponse } from './diff.text.js';
import { readText, reportStyle, writeReport } from './report.output.js';

export interface DiffOptions extends ServiceOptions {
  /** id or name; undefined: the only chain, or a list of all */
  template?: string;
  format?: string;
  output?: string;
  severity?: Severity;
  last?: string;
  unimportant?: boolean;
}

const THRESHOLD_EXIT_CODE = 3;
const DEFAULT_TASKS = '10'; // of a table

/**
 * Prints the differential report of a template. Without one: that of the only template with two finished tasks,
 * or a list of these templates. Exit code 3 if the latest printed task has a new finding of at
 * least `severity`, by any cause; accepted findings do not count.
 */
export async function diff(options: DiffOptions, io: Io): Promise<number> {
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { template } = options;
    if (template !== undefined)
      return diffTemplate(client, (await lookupTemplate(client, template)).id, options, io);
    const chains = await listChains(client);
    const [only] = chains;
    if (only && chains.length === 1) return diffTemplate(client, only.template.id, options, io);
    if (chains.length > 1 && needsTemplate(options)) throw severalChains(chains);
    const { width } = reportStyle(options.output, io);
    writeReport(await renderChains(client, chains, width), options.output, io);
    return 0;
  });
}

const needsTemplate = ({ format = 'table', severity }: DiffOptions): boolean =>
  format !== 'table' || severity !== undefined;

async function diffTemplate(
  client: Client,
  id: number,
  options: DiffOptions,
  io: Io,
): Promise<number> {
  // Text and exit code are from one response: a task could finish between two.
  const url = `/api/v1/templates/${id}/diff?${buildQuery(options)}`;
  const response = await client.request('GET', url);
  writeReport(renderReport(response, options, io), options.output, io);
  await reportRunningTasks(client, id, io);
  const { severity } = options;
  const isMet = severity !== undefined && hasNewFinding(response, severity);
  return isMet ? THRESHOLD_EXIT_CODE : 0;
}

// A user who just started a task must not mistake the result of the previous one for its result.
async function reportRunningTasks(client: Client, templateId: number, io: Io): Promise<void> {
  const tasks = await listAll<{ number_task: string }>(client, '/api/v1/tasks', {
    templates_id: String(templateId),
    status: 'working',
  });
  for (const { number_task } of tasks)
    io.stderr.write(`${number_task} is still running and not part of this report.\n`);
}

function buildQuery({ format = 'table', last, unimportant }: DiffOptions): string {
  const form: Record<string, string> = format === 'table' ? { last: DEFAULT_TASKS } : { format };
  return new URLSearchParams({
    ...form,
    ...(last !== undefined && { last }),
    ...(unimportant === true && { unimportant: 'true' }),
  }).toString();
}

function renderReport(
  response: ApiResponse,
  { format = 'table', output }: DiffOptions,
  io: Io,
): string {
  if (format !== 'table') return readText(response);
  const diffs = readData<DiffResponse[]>(response);
  if (diffs.length === 0) return 'No finished tasks yet.\n';
  const { paint, width } = reportStyle(output, io);
  return diffs
    .reverse()
    .map((d) => renderDiff(d, paint, width))
    .join('\n');
}

function hasNewFinding({ headers }: ApiResponse, severity: Severity): boolean {
  const highest = headers?.['worst-new'];
  if (highest !== 'nothing' && !SEVERITIES.some((s) => s === highest))
    throw new CommandError(
      'The response has no valid Worst-New header: a proxy may remove it, or the service is older than this command',
    );
  return severitiesAtLeast(severity).some((s) => s === highest);
}
