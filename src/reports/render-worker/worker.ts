import { parentPort, type MessagePort } from 'node:worker_threads';
import { ON_THE_WAY, type FromMaker, type ReportJob, type ToMaker } from './messages.js';
import { makeReport } from './render.js';
import { piecesOf } from './chunks.js';

if (parentPort) listen(parentPort);

/** The thread in which reports are made, one at a time. It does not get further ahead than its reader follows. */
function listen(port: MessagePort): void {
  const say = (message: FromMaker, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
  };
  let allowed = 0;
  let goOn: (() => void) | null = null;
  const make = async (job: ReportJob): Promise<void> => {
    allowed = ON_THE_WAY;
    try {
      const { head, texts } = makeReport(job);
      say({ kind: 'head', ...head });
      for (const bytes of piecesOf(texts)) {
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
  port.on('message', (message: ToMaker) => {
    if (message.kind === 'make') return void make(message.job);
    allowed += 1;
    goOn?.();
    goOn = null;
  });
}
