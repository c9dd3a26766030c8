// Helpers that scenarios share.
import { setTimeout as sleep } from 'node:timers/promises';

export const untilAborted = (signal) =>
  signal.aborted || new Promise((resolve) => signal.addEventListener('abort', resolve));

/** Repeats work until the signal is aborted, with `pauseMs` in between. */
export async function repeat(signal, work, pauseMs = 0) {
  while (!signal.aborted) {
    await work();
    await sleep(pauseMs);
  }
}

/** Throws if the scenario did not reach its target. */
export function expectMet(isMet, what) {
  if (!isMet) throw new Error(`the service never met the attack: ${what}`);
}
