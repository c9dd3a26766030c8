import { setImmediate as nextTick } from 'node:timers/promises';

/** Long work of this thread. It yields where other callbacks may run, and returns its result. */
export type SlicedWork<T> = Generator<void, T, void>;

/** Runs work slice by slice; other callbacks run in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTick();
  }
}

const ITEMS_PER_SLICE = 250;

/** Calls `visit` with each item; yields after 250 of them. */
export function* visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): SlicedWork<void> {
  let count = 0;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % ITEMS_PER_SLICE === 0) yield;
  }
}
