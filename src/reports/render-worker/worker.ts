import { parentPort, type MessagePort } from 'node:worker_threads';
import {
  MAX_CHUNKS_IN_FLIGHT,
  type FromRenderWorker,
  type RenderJob,
  type ToRenderWorker,
} from './messages.js';
import { renderReport } from './render.js';
import { toChunks } from './chunks.js';

if (parentPort) listen(parentPort);

/** The thread in which reports are made, one at a time. It does not get further ahead than its reader follows. */
function listen(port: MessagePort): void {
  const say = (message: FromRenderWorker, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
  };
  let allowed = 0;
  let goOn: (() => void) | null = null;
  const make = async (job: RenderJob): Promise<void> => {
    allowed = MAX_CHUNKS_IN_FLIGHT;
    try {
      const { head, texts } = renderReport(job);
      say({ kind: 'head', ...head });
      for (const bytes of toChunks(texts)) {
        if (allowed === 0)
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
        allowed -= 1;
        say({ kind: 'piece', bytes }, [bytes.buffer]);
      }
      say({ kind: 'end' });
    } catch (error) {
      say({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        code: (error as NodeJS.ErrnoException).code,
      });
    }
  };
  port.on('message', (message: ToRenderWorker) => {
    if (message.kind === 'make') return void make(message.job);
    allowed += 1;
    goOn?.();
    goOn = null;
  });
}
