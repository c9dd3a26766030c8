import type { WorkerProtocol } from '../../lib/worker/messages.js';
import type { Severity } from '../../knowledge/records.js';
import type { ReportFormat } from '../content-negotiation.js';
import type { ReportModel } from '../present/report.js';
import type { ChainOptions } from '../read/read-chain.js';
import type { EntryPageQuery } from '../entries/entry-page.js';
import type { EntrySelection } from '../selections.js';

/** A report to be rendered, as data that can be sent to a thread. */
export interface RenderJob extends ChainOptions {
  kind: ReportModel['kind'];
  format: ReportFormat;
  /** less severe findings are counted, but not listed; null: all are listed */
  minSeverity: Severity | null;
  /** present: the text is these selections of a diff, as JSON, in place of the report */
  selections?: readonly EntrySelection[];
  /** present: the text is this page of the only diff, as JSON, in place of the report */
  page?: EntryPageQuery;
  /** true: the text is the counts of the diffs, as JSON, in place of the report */
  isCounted?: boolean;
  /** the database files */
  files: { database: string; knowledge: string };
}

/**
 * A report before its text. `lastTask`: the newest task that it contains; `worstNew`, `worstOpen`: the highest severity
 * among the new and the open findings of that task; null: none. `notChecked`: number of its hosts that were not or only
 * partly checked; null: there is no task.
 */
export interface ReportSummary {
  lastTask: number | null;
  worstNew: Severity | null;
  worstOpen: Severity | null;
  notChecked: number | null;
}

/** The items of a report: its summary, once everything is compared, then chunks of its text. */
export interface RenderProtocol extends WorkerProtocol {
  request: RenderJob;
  item: ReportSummary | Uint8Array<ArrayBuffer>;
}
