import { AppError } from '../errors.js';

/** Work that is done one after the other, under names. */
export interface Queue {
  /** Resolves or rejects as the work does, once its turn came. */
  add<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** is anything of this name waiting or under way? */
  holds: (name: string) => boolean;
  /** what waits is not begun any more */
  close(): void;
  /** resolves when nothing is under way */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  const counts = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const change = (name: string, by: number): void => { counts.set(name, (counts.get(name) ?? 0) + by); };
  return {
    add(name, work) {
      change(name, 1);
      const mine = last.then(() => {
        if (closed) throw new AppError('shutting_down', 'The service is shutting down');
        return work();
      }).finally(() => change(name, -1));
      last = mine.catch(() => undefined);
      return mine;
    },
    holds: (name) => (counts.get(name) ?? 0) > 0,
    close: () => { closed = true; },
    idle: async () => { await last; },
  };
}
