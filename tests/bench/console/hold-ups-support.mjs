// The longest time that this thread ran no callback. `own`: without the time that it waited for a processor, which
// other programs of the machine use.
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 1;

/** Time that this thread waited for a processor, in ms; 0 where the system does not say. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Watches this thread until the process ends. */
export function watchHoldUps() {
  let longest = { wall: 0, own: 0 };
  let last = performance.now();
  let lastWaited = waitedMs();
  setInterval(() => {
    const now = performance.now();
    const waited = waitedMs();
    const wall = Math.max(0, now - last - INTERVAL_MS);
    longest.wall = Math.max(longest.wall, wall);
    longest.own = Math.max(longest.own, wall - (waited - lastWaited));
    last = now;
    lastWaited = waited;
  }, INTERVAL_MS).unref();
  return {
    /** Returns the longest since the last call, in ms. */
    take() {
      const taken = longest;
      longest = { wall: 0, own: 0 };
      return taken;
    },
  };
}
