import { createSemaphore } from '../../lib/semaphore.js';
import { createWorkerClient } from '../../lib/worker/client.js';
import { fromWire, type ReportReaderProtocol } from './messages.js';
import type { ParseContext, IndexResult, RawReport, ResolveIds } from './parse.js';

export interface ThreadOptions {
  url: URL;
  resolveIds: ResolveIds;
  /** maximum number of reports in progress; others wait */
  concurrency: number;
  /** a report that needs more memory ends the thread, but not the process */
  heapMb: number;
  /** idle time after which the thread is terminated */
  idleMs: number;
  /** a report that takes longer ends the thread */
  maxMs: number;
}

/**
 * Indexes reports in a worker thread, which runs while there are reports. Rejects with WorkerEndedError,
 * or with the error of `resolveIds`.
 */
export function createThread(options: ThreadOptions) {
  const { url, resolveIds, concurrency, heapMb, idleMs, maxMs } = options;
  const semaphore = createSemaphore(concurrency);
  const client = createWorkerClient<ReportReaderProtocol>({
    url,
    name: 'report-reader',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    answer: resolveIds,
    idleMs,
  });
  return {
    index: (report: RawReport, getContext: () => ParseContext): Promise<IndexResult> =>
      semaphore.run(async () => {
        const timer = setTimeout(() => void client.terminate(), maxMs);
        try {
          return fromWire(await client.request({ report, context: getContext() }));
        } finally {
          clearTimeout(timer);
        }
      }),
  };
}
