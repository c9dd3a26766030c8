import { createSemaphore } from './semaphore.js';

/** Runs work one at a time, in the order in which it was added. */
export interface SerialQueue {
  /** Settles as the work does. Rejects with the reason of `close` when the queue closes before the work starts. */
  add: <T>(work: () => Promise<T>) => Promise<T>;
  /** Work that has not started never starts; running work is left to end. */
  close: (reason: Error) => void;
  /** Resolves when all work added so far has ended or was rejected. */
  idle: () => Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  const semaphore = createSemaphore(1);
  let closedBy: Error | null = null;
  return {
    add: (work) =>
      semaphore.run(async () => {
        if (closedBy) throw closedBy;
        return work();
      }),
    close(reason) {
      closedBy ??= reason;
    },
    idle: () => semaphore.run(async () => undefined),
  };
}
