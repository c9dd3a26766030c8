import type { Severity } from '../../knowledge/records.js';
import type { ReportFormat } from '../content-negotiation.js';
import type { ReportModel } from '../present/report.js';

/** A report that is wanted, in plain data that can cross threads. */
export interface RenderJob {
  about: ReportModel['about'];
  templateId: number;
  /** the last task of the chain */
  upTo: number;
  /** only the diffs of tasks from this one on are told; what was before is still what they are compared with */
  since: number;
  /** at most so many of the newest diffs are told */
  last: number;
  /** also what is unimportant in the publisher's eyes */
  withHidden: boolean;
  format: ReportFormat;
  /** Unix seconds */
  now: number;
  /** the database files */
  files: { database: string; knowledge: string };
}

/** To the thread that makes reports, one at a time; `more`: a piece was taken, the next may follow. */
export type ToRenderWorker = { kind: 'make'; job: RenderJob } | { kind: 'more' };

/** What is known before the text begins. `lastTask`: the newest it tells of, `worstNew`: the worst that is new in that one; null: there is none. */
export interface ReportSummary {
  lastTask: number | null;
  worstNew: Severity | null;
}

/** `head`: everything is compared, the text begins. */
export type FromRenderWorker =
  | ({ kind: 'head' } & ReportSummary)
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end' }
  | {
      kind: 'failed';
      message: string;
      /** what the system calls it: SQLITE_CANTOPEN */ code: string | undefined;
    };

/** Pieces that may be on their way without anybody having taken them. */
export const MAX_CHUNKS_IN_FLIGHT = 8;

/** Pieces that are handed on before others are served. */
export const CHUNKS_PER_TICK = 4;
