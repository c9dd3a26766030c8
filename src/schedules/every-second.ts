import cron from 'node-cron';
import { msUntil, type Clock } from '../platform/clock.js';

export interface EverySecond {
  /** Returns false if no call has started or ended for much longer than a second. */
  isTicking(): boolean;
  /** Starts no further call; a running one continues. */
  stop(): void;
}

const MAX_WAIT_MS = 1000;
const DEAD_AFTER_MS = 10_000;

/**
 * Calls `work`, which must not reject, at each full second of the clock; never while a call is running.
 * node-cron computes the next second after each call. Its own timer is not used: if the clock is set back
 * by an hour, it waits for that hour; if it is set forward (or a laptop wakes up), it counts every skipped
 * second, which blocks the process for seconds.
 */
export function startEverySecond(
  work: () => Promise<void>,
  clock: Pick<Clock, 'monotonicMs'>,
): EverySecond {
  const pattern = cron.createTask('* * * * * *', () => undefined);
  let timer: NodeJS.Timeout;
  let isRunning = false;
  let lastEnd = clock.monotonicMs();
  const wait = (): void => {
    const [next] = pattern.getNextRuns(1);
    const ms = next ? Math.min(MAX_WAIT_MS, Math.max(0, msUntil(next))) : MAX_WAIT_MS;
    timer = setTimeout(tick, ms);
  };
  const tick = (): void => {
    wait();
    if (!isRunning) void call();
  };
  const call = async (): Promise<void> => {
    isRunning = true;
    await work();
    isRunning = false;
    lastEnd = clock.monotonicMs();
  };
  wait();
  return {
    isTicking: () => isRunning || clock.monotonicMs() - lastEnd < DEAD_AFTER_MS,
    stop: () => {
      clearTimeout(timer);
    },
  };
}
