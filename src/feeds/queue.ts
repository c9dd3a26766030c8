import { AppError } from '../errors.js';

/** Work that is done one after the other. */
export interface Queue {
  /** Resolves or rejects as the work does, once its turn came. */
  add<T>(work: () => Promise<T>): Promise<T>;
  /** what waits is not begun any more */
  close(): void;
  /** resolves when nothing is under way */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    add(work) {
      const mine = last.then(() => {
        if (closed) throw new AppError('shutting_down', 'The service is shutting down');
        return work();
      });
      last = mine.catch(() => undefined);
      return mine;
    },
    close: () => {
      closed = true;
    },
    idle: async () => {
      await last;
    },
  };
}
