import type { Severity } from '../../knowledge/records.js';
import type { ReportFormat } from '../content-negotiation.js';
import type { ReportModel } from '../present/report.js';
import type { ChainOptions } from '../read/read-chain.js';

/** A report to be rendered, as data that can be sent to a thread. */
export interface RenderJob extends ChainOptions {
  kind: ReportModel['kind'];
  format: ReportFormat;
  /** Unix seconds */
  now: number;
  /** the database files */
  files: { database: string; knowledge: string };
}

/** To a render worker, which renders one report at a time. `chunk-taken`: the next chunk may be sent. */
export type ToRenderWorker = { kind: 'render'; job: RenderJob } | { kind: 'chunk-taken' };

/**
 * A report before its text. `lastTask`: the newest task that it contains; `worstNew`: the highest severity
 * among the new findings of that task; null: none.
 */
export interface ReportSummary {
  lastTask: number | null;
  worstNew: Severity | null;
}

/** `summary`: everything is compared, chunks of text follow. */
export type FromRenderWorker =
  | ({ kind: 'summary' } & ReportSummary)
  | { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end' }
  | {
      kind: 'failed';
      message: string;
      /** as the system names it: SQLITE_CANTOPEN */
      code: string | undefined;
    };

/** Chunks that are sent and not taken. */
export const MAX_CHUNKS_IN_FLIGHT = 8;

/** Chunks that are forwarded in one tick of the event loop. */
export const CHUNKS_PER_TICK = 4;
