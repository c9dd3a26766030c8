import { existsSync } from 'node:fs';
import { WorkerEndedError } from '../../lib/worker/thread.js';
import { createIdCache } from './id-cache.js';
import {
  indexReport,
  type ParseContext,
  type IndexResult,
  type RawReport,
  type ResolveIds,
} from './parse.js';
import { createThread } from './thread.js';

export interface ReportReader {
  /** @param getContext called when the indexing starts, which may be later than the call */
  index: (report: RawReport, getContext: () => ParseContext) => Promise<IndexResult>;
}

export interface ReportReaderOptions {
  /** the compiled worker; where it does not exist (sources run by a test runner), reports are indexed in this thread */
  url?: URL;
  heapMb?: number;
  idleMs?: number;
  maxMs?: number;
}

const CONCURRENCY = 4;
const refused = ({ isOutOfMemory }: WorkerEndedError): IndexResult => ({
  ok: false,
  reason: isOutOfMemory ? 'parsing it exceeds the memory limit' : 'parsing it takes too long',
});

/**
 * Indexes reports in a worker thread. A report that exhausts the memory or the time of the thread is identified by
 * indexing the reports that were in progress one at a time in a second thread: those of other hosts are not lost.
 */
export function createReportReader(
  resolveIds: ResolveIds,
  {
    url = new URL('worker.js', import.meta.url),
    heapMb = 256,
    idleMs = 30_000,
    maxMs = 60_000,
  }: ReportReaderOptions = {},
): ReportReader {
  if (!existsSync(url)) {
    const cache = createIdCache();
    return {
      index: (report, getContext) => indexReport(report, getContext(), cache, resolveIds),
    };
  }
  const options = { url, resolveIds, heapMb, idleMs, maxMs };
  const shared = createThread({ ...options, concurrency: CONCURRENCY });
  const isolated = createThread({ ...options, concurrency: 1 });
  return {
    async index(report, getContext) {
      try {
        return await shared.index(report, getContext);
      } catch (error) {
        if (!(error instanceof WorkerEndedError)) throw error;
      }
      try {
        return await isolated.index(report, getContext);
      } catch (error) {
        if (error instanceof WorkerEndedError) return refused(error);
        throw error;
      }
    },
  };
}
