import { parentPort, type MessagePort } from 'node:worker_threads';
import { createIdCache } from './id-cache.js';
import { toWire, type FromReportReader, type ToReportReader } from './messages.js';
import { indexReport, type ResolvedIds } from './parse.js';

if (parentPort) listen(parentPort);

/** The thread in which reports are read; who has the tables gives the numbers that it does not remember. */
function listen(port: MessagePort): void {
  const say = (message: FromReportReader, blocks: ArrayBuffer[] = []): void => {
    port.postMessage(message, blocks);
  };
  const memory = createIdCache();
  const asking = new Map<number, (found: ResolvedIds) => void>();
  const read = async ({
    id,
    report,
    before,
  }: Extract<ToReportReader, { kind: 'read' }>): Promise<void> => {
    try {
      const { reading, blocks } = toWire(
        await indexReport(
          report,
          before,
          memory,
          (unknown) =>
            new Promise((resolve) => {
              asking.set(id, resolve);
              say({ kind: 'unknown', id, unknown });
            }),
        ),
      );
      say({ kind: 'read', id, reading }, blocks);
    } catch (error) {
      say({
        kind: 'failed',
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  };
  port.on('message', (message: ToReportReader) => {
    if (message.kind === 'read') return void read(message);
    if (message.kind === 'found') asking.get(message.id)?.(message.found);
    asking.delete(message.id);
  });
}
