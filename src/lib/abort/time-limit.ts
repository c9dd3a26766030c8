import { abortWith } from './on-abort.js';

/** A time limit of one piece of work. */
export interface TimeLimit {
  /** Aborts with a TimeoutError (DOMException) when the time is over, or with the reason of the parent. */
  signal: AbortSignal;
  /** Returns whether the time was over, not whether the parent aborted. */
  isOver: () => boolean;
  /** Ends the limit: the signal aborts no more. */
  clear: () => void;
  /** Ends the limit and aborts the signal: its work stops. */
  end: () => void;
}

/**
 * Starts a time limit of `ms` milliseconds. The caller ends it with `clear` or `end` when the work has ended.
 * AbortSignal.timeout and AbortSignal.any hold their timers and sources weakly: on Node 20 a garbage collection
 * removes the limit, and the work never ends. Here the timer holds the signal.
 * @param parent aborts the work earlier
 */
export function startTimeLimit(ms: number, parent?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = !controller.signal.aborted;
    controller.abort(new DOMException(`not ended within ${ms} ms`, 'TimeoutError'));
  }, ms);
  const leave = parent && abortWith(parent, controller);
  const clear = (): void => {
    clearTimeout(timer);
    leave?.();
  };
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear,
    end: () => {
      clear();
      controller.abort();
    },
  };
}

/**
 * Runs `work` with a time limit of `ms` milliseconds, which is held until the work has settled. The work observes the
 * signal itself; the result or the error is that of the work.
 */
export async function withTimeLimit<T>(
  ms: number,
  parent: AbortSignal | undefined,
  work: (limit: Pick<TimeLimit, 'signal' | 'isOver'>) => Promise<T>,
): Promise<T> {
  const limit = startTimeLimit(ms, parent);
  try {
    return await work(limit);
  } finally {
    limit.clear();
  }
}
