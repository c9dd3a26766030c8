import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { pluralize } from '../output/text.js';
import { renderFindings, type DiffEntry } from './diff.text.js';
import { getText, reportStyle, writeReport } from './report.output.js';

export interface ReportCommandOptions extends ServiceOptions {
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

/** Prints the full report of a task. */
export async function report(options: ReportCommandOptions, io: Io): Promise<number> {
  const id = parseTaskId(options.task);
  const format = options.format ?? 'table';
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const query = new URLSearchParams({
      format: format === 'table' ? 'json' : format,
      ...(options.unimportant === true && { unimportant: 'true' }),
    });
    const path = `/api/v1/tasks/${id}/report?${query.toString()}`;
    const text =
      format === 'table'
        ? renderTable(await getData<TaskReportBody>(client, 'GET', path), options, io)
        : await getText(client, path);
    writeReport(text, options.output, io);
    return 0;
  });
}

function renderTable(
  { number_task, status, summary, findings }: TaskReportBody,
  { output }: ReportCommandOptions,
  io: Io,
): string {
  const { paint, width } = reportStyle(output, io);
  const severities = Object.entries(summary.by_severity)
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => `${n} ${severity}`)
    .join(', ');
  const counts = [
    `${pluralize(summary.findings, 'finding')}${severities && ` (${severities})`}`,
    `${summary.accepted} accepted`,
    pluralize(summary.services, 'open port'),
    `${pluralize(summary.without_result, 'host')} without result`,
  ];
  const head = `${paint.bold(number_task)}  ${status}\n${counts.join(', ')}\n`;
  return head + renderFindings('Findings', findings, paint, width);
}

/** Parses a task id or number (`TASK-00042`). Throws CommandError. */
function parseTaskId(text: string): number {
  const digits = /^(?:TASK-)?(\d{1,15})$/i.exec(text)?.[1];
  if (digits === undefined || Number(digits) === 0)
    throw new CommandError(
      `${JSON.stringify(text)} is not a task id or number (like TASK-00042)`,
      2,
    );
  return Number(digits);
}
