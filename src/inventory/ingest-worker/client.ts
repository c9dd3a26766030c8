import { existsSync } from 'node:fs';
import { createIdCache } from './id-cache.js';
import {
  indexReport,
  type ParseContext,
  type ResolvedIds,
  type IndexResult,
  type RawReport,
  type MissingIds,
} from './parse.js';
import { createThread, WorkerDiedError } from './thread.js';

export interface ReportReader {
  /** @param before what is known at the moment of the call, which is when the reading begins */
  read: (report: RawReport, before: () => ParseContext) => Promise<IndexResult>;
}

export interface ReportReaderOptions {
  /** the compiled worker; where there is none (sources run by a test runner), reports are read right here */
  url?: URL;
  heapMb?: number;
  idleMs?: number;
}

const AT_ONCE = 4;
const TOO_MUCH: IndexResult = { ok: false, why: 'reading it takes too much memory' };

/** Reads reports and has their packages and lines numbered by `number`. A report that ends the thread is found out by reading those that were under way one by one. */
export function createReportReader(
  number: (unknown: MissingIds) => Promise<ResolvedIds>,
  {
    url = new URL('worker.js', import.meta.url),
    heapMb = 512,
    idleMs = 30_000,
  }: ReportReaderOptions = {},
): ReportReader {
  if (!existsSync(url)) {
    const memory = createIdCache();
    return { read: (report, before) => indexReport(report, before(), memory, number) };
  }
  const together = createThread({ url, number, heapMb, idleMs, atOnce: AT_ONCE });
  const alone = createThread({ url, number, heapMb, idleMs, atOnce: 1 });
  return {
    async read(report, before) {
      try {
        return await together.read(report, before);
      } catch (error) {
        if (!(error instanceof WorkerDiedError)) throw error;
      }
      try {
        return await alone.read(report, before);
      } catch (error) {
        if (error instanceof WorkerDiedError) return TOO_MUCH;
        throw error;
      }
    },
  };
}
