import { Worker } from 'node:worker_threads';

/** `restart`: and let the next write begin the log anew; `truncate`: and make its file empty. */
export type HowToCopy = 'copy' | 'restart' | 'truncate';
export type ToCopier = HowToCopy | 'end';
/** How many pages the log has, also where they were copied already; `done`: all that was asked for is done. A reader, or a full disk, may be in the way. */
export interface FromCopier {
  pages: number;
  done: boolean;
}

/** The thread that copies the write-ahead log. */
export interface Copier {
  /** one at a time; never rejects */
  copy: (how: HowToCopy) => Promise<FromCopier>;
  end: () => Promise<void>;
}

const END_MS = 2000;
const NOTHING: FromCopier = { pages: 0, done: false };

/** Starts it. @param url the compiled checkpoint.worker @param onDeath it ended without being asked to */
export function startCopier(url: URL, file: string, onDeath: () => void): Copier {
  const worker = new Worker(url, {
    workerData: { file },
    name: 'checkpoints',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  let [ending, gone] = [false, false];
  let answer: (told: FromCopier) => void = () => undefined;
  const send = (wanted: ToCopier): void => {
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
  worker.on('message', (told: FromCopier) => {
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
