import { parentPort, type MessagePort } from 'node:worker_threads';
import { createIdCache } from './id-cache.js';
import { toWire, type FromReportReader, type ToReportReader } from './messages.js';
import { indexReport, type MissingIds, type ResolvedIds } from './parse.js';

if (parentPort) listen(parentPort);

/**
 * The worker thread that indexes reports. The main thread, which has the database, resolves ids that are
 * not cached.
 */
function listen(port: MessagePort): void {
  const post = (message: FromReportReader, buffers: ArrayBuffer[] = []): void => {
    port.postMessage(message, buffers);
  };
  const cache = createIdCache();
  const waiting = new Map<number, (resolved: ResolvedIds) => void>();

  const resolveIds = (id: number, missing: MissingIds): Promise<ResolvedIds> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      post({ kind: 'resolve', id, missing });
    });

  async function index(request: Extract<ToReportReader, { kind: 'index' }>): Promise<void> {
    const { id, report, context } = request;
    try {
      const indexed = await indexReport(report, context, cache, (missing) =>
        resolveIds(id, missing),
      );
      const { result, buffers } = toWire(indexed);
      post({ kind: 'indexed', id, result }, buffers);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      post({ kind: 'failed', id, message });
    }
  }

  port.on('message', (message: ToReportReader) => {
    if (message.kind === 'index') return void index(message);
    if (message.kind === 'resolved') waiting.get(message.id)?.(message.resolved);
    waiting.delete(message.id);
  });
}
