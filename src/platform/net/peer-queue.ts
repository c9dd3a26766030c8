/**
 * Work for many peers on one thread: one piece per iteration of the event loop, in the order of the
 * calls. However many peers send at the same time, other callbacks wait for one piece only, and have at
 * least half of the time.
 */
export interface PeerQueue {
  /** Calls `work` in an iteration without other pieces. It must not throw. */
  add: (work: () => void) => void;
}

/** Resolves when it is the next in the queue: what follows at once is the work. */
export const waitForPeerWork = (queue: PeerQueue): Promise<void> =>
  new Promise((resolve) => {
    queue.add(resolve);
  });

/** An iteration that took longer is followed by as much time without work for peers. */
const SHORT_MS = 2;

export function createPeerQueue(nowMs: () => number = () => performance.now()): PeerQueue {
  const waiting = new Set<() => void>();
  let isScheduled = false;
  let startedAt: number | null = null;

  function runNext(): void {
    const busyMs = startedAt === null ? 0 : nowMs() - startedAt;
    startedAt = null;
    if (busyMs > SHORT_MS) {
      setTimeout(runNext, busyMs);
      return;
    }
    const [next] = waiting;
    isScheduled = next !== undefined;
    if (next === undefined) return;
    waiting.delete(next);
    startedAt = nowMs();
    setImmediate(runNext); // before the work: it runs in the next iteration, after what the work caused
    next();
  }
  return {
    add: (work) => {
      waiting.add(() => {
        work();
      });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(runNext);
    },
  };
}
