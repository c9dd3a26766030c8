import { Worker } from 'node:worker_threads';

/**
 * SQLite's modes of a checkpoint. `restart` also makes the next writer restart the log from its beginning,
 * `truncate` also truncates the log file to zero bytes.
 */
export type CheckpointMode = 'passive' | 'restart' | 'truncate';
export type ToCheckpointer = CheckpointMode | 'close';

/** The result of a checkpoint. */
export interface FromCheckpointer {
  /** pages in the log, including those that were checkpointed before */
  pages: number;
  /** false: a reader or a full disk kept the checkpoint from completing */
  isComplete: boolean;
}

/** The thread that checkpoints the write-ahead log. */
export interface Checkpointer {
  /** One call at a time. Never rejects. */
  checkpoint: (mode: CheckpointMode) => Promise<FromCheckpointer>;
  close: () => Promise<void>;
}

const GRACE_MS = 2000;
const NOT_DONE: FromCheckpointer = { pages: 0, isComplete: false };

/**
 * Starts the thread.
 * @param url the compiled worker
 * @param onDeath called when the thread exits without `close`
 */
export function startCheckpointer(url: URL, file: string, onDeath: () => void): Checkpointer {
  const worker = new Worker(url, {
    workerData: { file },
    name: 'checkpoints',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  let isClosing = false;
  let hasExited = false;
  let respond: (result: FromCheckpointer) => void = () => undefined;
  const post = (message: ToCheckpointer): void => {
    worker.postMessage(message);
  };
  const exit = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasExited = true;
      respond(NOT_DONE);
      resolve();
      if (!isClosing) onDeath();
    });
  });
  worker.on('message', (result: FromCheckpointer) => {
    respond(result);
  });
  worker.on('error', () => {}); // `exit` follows
  worker.unref();
  return {
    checkpoint: (mode) =>
      new Promise((resolve) => {
        respond = resolve;
        if (hasExited) resolve(NOT_DONE);
        else post(mode);
      }),
    async close() {
      isClosing = true;
      worker.ref();
      post('close');
      const timer = setTimeout(() => void worker.terminate(), GRACE_MS);
      await exit;
      clearTimeout(timer);
    },
  };
}
