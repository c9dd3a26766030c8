import type { SlicedWork } from '../../src/lib/slices.js';

/** Runs sliced work without pauses. */
export function runAtOnce<T>(work: SlicedWork<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
