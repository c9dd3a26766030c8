import type { WorkerProtocol } from '../../lib/worker/messages.js';
import type { Severity } from '../../knowledge/records.js';
import type { ReportFormat } from '../content-negotiation.js';
import type { ReportModel } from '../present/report.js';
import type { ChainOptions } from '../read/read-chain.js';

/** A report to be rendered, as data that can be sent to a thread. */
export interface RenderJob extends ChainOptions {
  kind: ReportModel['kind'];
  format: ReportFormat;
  /** the database files */
  files: { database: string; knowledge: string };
}

/**
 * A report before its text. `lastTask`: the newest task that it contains; `worstNew`: the highest severity
 * among the new findings of that task; null: none.
 */
export interface ReportSummary {
  lastTask: number | null;
  worstNew: Severity | null;
}

/** The items of a report: its summary, once everything is compared, then chunks of its text. */
export interface RenderProtocol extends WorkerProtocol {
  request: RenderJob;
  item: ReportSummary | Uint8Array<ArrayBuffer>;
}
