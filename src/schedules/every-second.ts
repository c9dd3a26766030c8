import cron from 'node-cron';
import { msUntil, type Clock } from '../platform/clock.js';

export interface EverySecond {
  /** false when no call has begun or ended for much longer than a second */
  isTicking(): boolean;
  /** no call begins any more; one that is under way goes on */
  stop(): void;
}

const LONGEST_MS = 1000;
const DEAD_MS = 10_000;

/**
 * Calls `work`, which must not reject, at each full second of the clock; never again before it has
 * ended. node-cron says when that is, anew after
 * each call. Its own timer is not used: set the clock back by an hour, and it waits for that hour; set
 * it forward (or wake a laptop), and it
 * counts every second that was passed over, which takes seconds in which nobody is answered.
 */
export function startEverySecond(
  work: () => Promise<void>,
  clock: Pick<Clock, 'monotonicMs'>,
): EverySecond {
  const pattern = cron.createTask('* * * * * *', () => undefined);
  let timer: NodeJS.Timeout;
  let busy = false;
  let last = clock.monotonicMs();
  const wait = (): void => {
    const [next] = pattern.getNextRuns(1);
    timer = setTimeout(beat, next ? Math.min(LONGEST_MS, Math.max(0, msUntil(next))) : LONGEST_MS);
  };
  const beat = (): void => {
    wait();
    if (!busy) void call();
  };
  const call = async (): Promise<void> => {
    busy = true;
    await work();
    busy = false;
    last = clock.monotonicMs();
  };
  wait();
  return {
    isTicking: () => busy || clock.monotonicMs() - last < DEAD_MS,
    stop: () => {
      clearTimeout(timer);
    },
  };
}
