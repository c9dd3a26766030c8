import { Worker, type ResourceLimits, type TransferListItem } from 'node:worker_threads';

export interface WorkerThreadOptions<From> {
  /** the compiled entry of the worker */
  url: URL;
  /** shown in diagnostics and in error messages */
  name: string;
  workerData?: unknown;
  resourceLimits?: ResourceLimits;
  onMessage: (message: From) => void;
  /** called once when the thread ends although neither `close` nor `terminate` was called */
  onDeath: (error: WorkerEndedError) => void;
}

/** A started worker thread. It does not keep the process alive until `ref` is called. */
export interface WorkerThread<To> {
  post: (message: To, transferList?: readonly TransferListItem[]) => void;
  ref: () => void;
  unref: () => void;
  /**
   * Posts a last message, after which the worker is expected to exit; terminates it after `graceMs`.
   * Messages are received until then.
   */
  close: (lastMessage: To, graceMs: number) => Promise<void>;
  /** Ends the thread at once; no further message is received. */
  terminate: () => Promise<void>;
}

/** A worker thread that ended, with requests that it did not answer. `cause`: the error that ended it, if one did. */
export class WorkerEndedError extends Error {
  override name = 'WorkerEndedError';

  /** Whether the thread exceeded its `resourceLimits`. */
  get isOutOfMemory(): boolean {
    return (this.cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  }
}

/** Starts a worker thread. Throws when `url` is not a file URL; a missing file is reported by `onDeath`. */
export function startWorkerThread<To, From>({
  url,
  name,
  onMessage,
  onDeath,
  ...options
}: WorkerThreadOptions<From>): WorkerThread<To> {
  const worker = new Worker(url, { name, ...options });
  const exit = exitOf(worker);
  let isReceiving = true;
  let isEnding = false;

  const die = (detail: string, cause?: unknown): void => {
    isReceiving = false;
    if (isEnding) return;
    isEnding = true;
    onDeath(new WorkerEndedError(`The worker thread ${name} ${detail}`, { cause }));
  };
  const terminate = async (): Promise<void> => {
    isEnding = true;
    isReceiving = false;
    await worker.terminate();
  };
  worker
    .on('message', (message: From) => {
      if (isReceiving) onMessage(message);
    })
    .on('messageerror', (error) => {
      die(`sent an unreadable message: ${error.message}`, error);
      void terminate();
    })
    .on('error', (error: unknown) => {
      die(`failed: ${error instanceof Error ? error.message : String(error)}`, error);
    })
    .on('exit', (code) => {
      die(`ended with code ${code}`);
    })
    .unref();

  return {
    post: (message, transferList) => worker.postMessage(message, transferList),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    async close(lastMessage, graceMs) {
      isEnding = true;
      worker.ref();
      worker.postMessage(lastMessage);
      const timer = setTimeout(() => void worker.terminate(), graceMs);
      await exit;
      clearTimeout(timer);
    },
    terminate,
  };
}

const exitOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => {
      resolve();
    });
  });
