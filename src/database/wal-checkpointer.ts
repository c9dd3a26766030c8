import { Worker } from 'node:worker_threads';

/** `restart`: and let the next write begin the log anew; `truncate`: and make its file empty. */
export type CheckpointMode = 'copy' | 'restart' | 'truncate';
export type ToCheckpointer = CheckpointMode | 'end';
/** How many pages the log has, also where they were copied already; `done`: all that was asked for is done. A reader, or a full disk, may be in the way. */
export interface FromCheckpointer {
  pages: number;
  done: boolean;
}

/** The thread that copies the write-ahead log. */
export interface Checkpointer {
  /** one at a time; never rejects */
  copy: (how: CheckpointMode) => Promise<FromCheckpointer>;
  end: () => Promise<void>;
}

const END_MS = 2000;
const NOTHING: FromCheckpointer = { pages: 0, done: false };

/** Starts it. @param url the compiled checkpoint.worker @param onDeath it ended without being asked to */
export function startCheckpointer(url: URL, file: string, onDeath: () => void): Checkpointer {
  const worker = new Worker(url, {
    workerData: { file },
    name: 'checkpoints',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  let [ending, gone] = [false, false];
  let answer: (told: FromCheckpointer) => void = () => undefined;
  const send = (wanted: ToCheckpointer): void => {
    worker.postMessage(wanted);
  };
  const exit = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      gone = true;
      answer(NOTHING);
      resolve();
      if (!ending) onDeath();
    });
  });
  worker.on('message', (told: FromCheckpointer) => {
    answer(told);
  });
  worker.on('error', () => {}); // it exits then
  worker.unref();
  return {
    copy: (how) =>
      new Promise((resolve) => {
        answer = resolve;
        if (gone) resolve(NOTHING);
        else send(how);
      }),
    async end() {
      ending = true;
      worker.ref();
      send('end');
      const late = setTimeout(() => void worker.terminate(), END_MS);
      await exit;
      clearTimeout(late);
    },
  };
}
