import type { Severity } from '../../knowledge/records.js';
import {
  hiddenText,
  openFindingsText,
  reportCountsText,
} from '../../reports/present/summary.text.js';
import { dateText } from '../../reports/present/text.js';
import { withClient } from '../client/client.js';
import { parseTaskId } from '../client/lookup.js';
import { readData, withQuery } from '../client/request.js';
import type { ApiResponse, ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { wrapText } from '../output/text.js';
import { renderFindings } from './findings.text.js';
import { renderActions, renderLead } from './lead.text.js';
import type { TaskReportBody } from './report.body.js';
import { readText, reportStyle, writeReport } from './report.output.js';
import { readThreshold, thresholdExitCode } from './threshold.js';

export interface ReportCommandOptions extends ServiceOptions {
  task: string;
  format?: string;
  output?: string;
  unimportant?: true;
  /** minimum severity of the listed findings */
  severity?: Severity;
  failOn?: Severity;
}

/**
 * Prints the full report of a task. With `failOn`: exit code 3 if it has an open finding of at least this severity,
 * otherwise 4 if something was not checked. Accepted findings do not count.
 */
export async function report(options: ReportCommandOptions, io: Io): Promise<number> {
  const id = parseTaskId(options.task);
  const { format = 'table', unimportant, severity, failOn } = options;
  return withClient(options, io, async (client) => {
    const url = withQuery(`/api/v1/tasks/${id}/report`, {
      ...(format === 'table' ? { format: 'json', include: 'remediations' } : { format }),
      unimportant,
      severity,
    });
    const response = await client.request('GET', url);
    writeReport(renderReport(response, options, io), options.output, io);
    return failOn === undefined
      ? 0
      : thresholdExitCode(failOn, readThreshold(response, 'worst-open'));
  });
}

function renderReport(
  response: ApiResponse,
  { format = 'table', output, severity }: ReportCommandOptions,
  io: Io,
): string {
  if (format !== 'table') return readText(response);
  const body = readData<TaskReportBody>(response);
  const { number_task, status, finished_at, summary, findings, not_listed } = body;
  const style = reportStyle(output, io);
  const { paint, width } = style;
  const hidden = hiddenText(not_listed, severity ?? null);
  return [
    renderLead(body, style),
    `\n${paint.bold(number_task)}  ${dateText(finished_at)} UTC, ${status}\n`,
    `${wrapText(reportCountsText(summary), width)}\n`,
    `${wrapText(openFindingsText(summary.by_severity, summary), width)}\n`,
    hidden === null ? '' : `${hidden}\n`,
    renderActions(body, style),
    renderFindings('Findings', findings, style, { remediations: body.remediations }),
  ].join('');
}
