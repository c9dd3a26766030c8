import { getData } from '../client/request.js';
import { withClient, type ConnectOptions } from '../client/client.js';
import { findings, type DiffEntry } from './diff.text.js';
import { CommandError, type Io } from '../output/io.js';
import { askText, styleOf, writeReport } from './report.output.js';
import { pluralize } from '../output/text.js';

export interface ReportCommandOptions extends Omit<ConnectOptions, 'works'> {
  task: string;
  format?: string;
  output?: string;
  unimportant?: boolean;
}

interface TaskReportBody {
  number_task: string;
  status: string;
  findings: DiffEntry[];
  summary: {
    findings: number;
    accepted: number;
    services: number;
    without_result: number;
    by_severity: Record<string, number>;
  };
}

/** Prints all that a task found. `task`: an id or a number (`TASK-00042`). */
export async function report(options: ReportCommandOptions, io: Io): Promise<number> {
  const id = taskId(options.task);
  return withClient({ ...options, needsFolder: true }, io, async (client) => {
    const query: Record<string, string> =
      options.unimportant === true ? { unimportant: 'true' } : {};
    const path = `/api/v1/tasks/${id}/report?${new URLSearchParams({ format: options.format === 'table' ? 'json' : (options.format ?? 'json'), ...query }).toString()}`;
    const isTable = (options.format ?? 'table') === 'table';
    writeReport(
      isTable
        ? table(await getData<TaskReportBody>(client, 'GET', path), options, io)
        : await askText(client, path),
      options.output,
      io,
    );
    return 0;
  });
}

function table(
  { number_task, status, summary, findings: found }: TaskReportBody,
  { output }: ReportCommandOptions,
  io: Io,
): string {
  const { paint, width } = styleOf(output, io);
  const severities = Object.entries(summary.by_severity)
    .filter(([, n]) => n > 0)
    .map(([s, n]) => `${n} ${s}`)
    .join(', ');
  const head = `${paint.bold(number_task)}  ${status}\n${pluralize(summary.findings, 'finding')}${severities && ` (${severities})`}, ${summary.accepted} accepted, ${pluralize(summary.services, 'open port')}, ${pluralize(summary.without_result, 'host')} without result\n`;
  return head + findings('Findings', found, paint, width);
}

/** Throws CommandError on what is neither an id nor a task's number. */
function taskId(word: string): number {
  const digits = /^(?:TASK-)?(\d{1,15})$/i.exec(word)?.[1];
  if (digits === undefined || Number(digits) === 0)
    throw new CommandError(
      `${JSON.stringify(word)} is no task: give its id or its number, like TASK-00042`,
      2,
    );
  return Number(digits);
}
