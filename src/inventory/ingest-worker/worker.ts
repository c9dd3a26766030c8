import { parentPort, type MessagePort } from 'node:worker_threads';
import { createMemory } from './id-cache.js';
import { toSent, type FromReader, type ToReader } from './messages.js';
import { readReport, type Found } from './parse.js';

if (parentPort) listen(parentPort);

/** The thread in which reports are read; who has the tables gives the numbers that it does not remember. */
function listen(port: MessagePort): void {
  const say = (message: FromReader, blocks: ArrayBuffer[] = []): void => {
    port.postMessage(message, blocks);
  };
  const memory = createMemory();
  const asking = new Map<number, (found: Found) => void>();
  const read = async ({
    id,
    report,
    before,
  }: Extract<ToReader, { kind: 'read' }>): Promise<void> => {
    try {
      const { reading, blocks } = toSent(
        await readReport(
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
  port.on('message', (message: ToReader) => {
    if (message.kind === 'read') return void read(message);
    if (message.kind === 'found') asking.get(message.id)?.(message.found);
    asking.delete(message.id);
  });
}
