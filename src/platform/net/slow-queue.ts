import type { PeerQueue } from './peer-queue.js';

/** A queue for work that may be slow: one piece per `intervalMs`, in the order of the calls. */
export function createSlowQueue(intervalMs: number): PeerQueue {
  const waiting = new Set<() => void>();
  let isScheduled = false;
  const schedule = (): void => {
    isScheduled = waiting.size > 0;
    if (isScheduled) setTimeout(runNext, intervalMs).unref();
  };
  function runNext(): void {
    const [next] = waiting;
    if (next !== undefined) waiting.delete(next);
    next?.();
    schedule();
  }
  return {
    add: (work) => {
      waiting.add(() => {
        work();
      });
      if (!isScheduled) schedule();
    },
  };
}
