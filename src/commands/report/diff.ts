import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../../vulnerabilities/severity.js';
import { listAll, readData } from '../client/request.js';
import {
  withClient,
  type ApiResponse,
  type Client,
  type ConnectOptions,
} from '../client/client.js';
import { diffText, type DiffResponse } from './diff.text.js';
import { lookupTemplate } from '../client/find-template.js';
import { CommandError, type Io } from '../output/io.js';
import { styleOf, responseText, writeReport } from './report.output.js';

export interface DiffOptions extends Omit<ConnectOptions, 'works'> {
  template: string;
  format?: string;
  output?: string;
  severity?: Severity;
  last?: string;
  unimportant?: boolean;
}

const THRESHOLD_MET = 3;
const SHOWN = '10'; // tasks of a table

/**
 * Prints the differential report of a template. Gives 3 when something new of at least `severity` appeared in the newest task that was printed, by
 * whatever cause; what is accepted does not count.
 */
export async function diff(options: DiffOptions, io: Io): Promise<number> {
  return withClient({ ...options, needsFolder: true }, io, async (client) => {
    const { id } = await lookupTemplate(client, options.template);
    // Text and exit code come from one answer: between two of them a task can end.
    const answer = await client.request('GET', `/api/v1/templates/${id}/diff?${queryOf(options)}`);
    writeReport(reportText(answer, options, io), options.output, io);
    await tellUnfinished(client, id, io);
    return options.severity !== undefined && appeared(answer, options.severity) ? THRESHOLD_MET : 0;
  });
}

// Whoever just started a task must not take the one before it for its result.
async function tellUnfinished(client: Client, templateId: number, io: Io): Promise<void> {
  const tasks = await listAll<{ number_task: string }>(client, '/api/v1/tasks', {
    templates_id: String(templateId),
    status: 'working',
  });
  for (const { number_task } of tasks)
    io.stderr.write(`${number_task} has not finished: it is not in this report.\n`);
}

function queryOf({ format = 'table', last, unimportant }: DiffOptions): string {
  const form: Record<string, string> = format === 'table' ? { last: SHOWN } : { format };
  return new URLSearchParams({
    ...form,
    ...(last !== undefined && { last }),
    ...(unimportant === true && { unimportant: 'true' }),
  }).toString();
}

function reportText(
  answer: ApiResponse,
  { format = 'table', output }: DiffOptions,
  io: Io,
): string {
  if (format !== 'table') return responseText(answer);
  const diffs = readData<DiffResponse[]>(answer);
  if (diffs.length === 0) return 'No task of this template has finished yet.\n';
  const { paint, width } = styleOf(output, io);
  return diffs
    .reverse()
    .map((d) => diffText(d, paint, width))
    .join('\n');
}

function appeared({ headers }: ApiResponse, severity: Severity): boolean {
  const worst = headers?.['worst-new'];
  if (worst !== 'nothing' && !SEVERITIES.some((s) => s === worst))
    throw new CommandError(
      'The answer does not say what is new in it (header Worst-New): is there a proxy that takes it away, or an older service?',
    );
  return severitiesAtLeast(severity).some((s) => s === worst);
}
