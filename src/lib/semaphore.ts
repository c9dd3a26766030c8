import { onAbort } from './abort/on-abort.js';

/** A fixed number of slots; callers wait for a free one in the order of their calls. */
export interface Semaphore {
  /**
   * Runs `work` in a slot, synchronously when one is free. Rejects with the signal's reason when the
   * signal aborts before the work starts. Work that has started observes the signal itself.
   */
  run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Resolves with the function that releases the slot; further calls of that function do nothing. */
  acquire: (signal?: AbortSignal) => Promise<() => void>;
}

interface Waiter {
  /** false: the waiter no longer needs the slot */
  grant: () => boolean;
  next: Waiter | null;
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const waiters = createWaiters();

  // The slot passes from hand to hand: if it were freed first, a caller that arrives in between would exceed the limit.
  const release = (): void => {
    for (let next = waiters.shift(); next; next = waiters.shift()) if (next.grant()) return;
    free += 1;
  };

  /** Resolves holding a slot. */
  const waitForSlot = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      let isWaiting = true;
      const stopWatching =
        signal &&
        onAbort(signal, () => {
          isWaiting = false;
          reject(signal.reason as Error);
        });
      waiters.push(() => {
        stopWatching?.();
        resolve();
        return isWaiting;
      });
    });

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await waitForSlot(signal);
      try {
        signal?.throwIfAborted(); // it may abort between the grant and this continuation
        return await work();
      } finally {
        release();
      }
    },
    async acquire(signal) {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await waitForSlot(signal);
      let isHeld = true;
      return () => {
        if (isHeld) release();
        isHeld = false;
      };
    },
  };
}

/** One semaphore per key, kept while it is in use. Work of different keys does not wait for each other. */
export interface KeyedSemaphore<K> {
  run: <T>(key: K, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export function createKeyedSemaphore<K>(slots: number): KeyedSemaphore<K> {
  const entries = new Map<K, { semaphore: Semaphore; users: number }>();
  return {
    async run(key, work, signal) {
      const entry = entries.get(key) ?? { semaphore: createSemaphore(slots), users: 0 };
      entries.set(key, entry);
      entry.users += 1;
      try {
        return await entry.semaphore.run(work, signal);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) entries.delete(key);
      }
    },
  };
}

/** A linked list: `shift` of an array moves all its elements once there are some ten thousand. */
function createWaiters() {
  let first: Waiter | null = null;
  let last: Waiter | null = null;
  return {
    push(grant: Waiter['grant']): void {
      const waiter: Waiter = { grant, next: null };
      if (last) last.next = waiter;
      else first = waiter;
      last = waiter;
    },
    shift(): Waiter | null {
      const waiter = first;
      first = waiter?.next ?? null;
      if (!first) last = null;
      return waiter;
    },
  };
}
