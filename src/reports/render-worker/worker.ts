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

/** Renders reports, one at a time. Sends no more chunks than the reader takes. */
function listen(port: MessagePort): void {
  const post = (message: FromRenderWorker, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
  };
  let allowed = 0;
  let resume: (() => void) | null = null;
  const render = async (job: RenderJob): Promise<void> => {
    allowed = MAX_CHUNKS_IN_FLIGHT;
    try {
      const { summary, texts } = renderReport(job);
      post({ kind: 'summary', ...summary });
      for (const bytes of toChunks(texts)) {
        if (allowed === 0)
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        allowed -= 1;
        post({ kind: 'chunk', bytes }, [bytes.buffer]);
      }
      post({ kind: 'end' });
    } catch (error) {
      post({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        code: (error as NodeJS.ErrnoException).code,
      });
    }
  };
  port.on('message', (message: ToRenderWorker) => {
    if (message.kind === 'render') return void render(message.job);
    allowed += 1;
    resume?.();
    resume = null;
  });
}
