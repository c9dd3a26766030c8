import type { Clock } from '../outside/clock.js';

const SLICE_MS = 8;

/** Lets others have their turn now and then: to be awaited wherever much is to be done piece by piece. It waits for nothing unless some milliseconds went by since it last did. */
export type Breathe = () => Promise<void> | undefined;

export function createBreathe(clock: Pick<Clock, 'monotonicMs'>): Breathe {
  let since = clock.monotonicMs();
  return () => {
    if (clock.monotonicMs() - since < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = clock.monotonicMs();
        resolve();
      });
    });
  };
}
