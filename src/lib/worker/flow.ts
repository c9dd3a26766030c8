/**
 * Credit-based flow control of one stream, in shared memory: the producer may be `window` items ahead
 * of its consumer. It reads how many were taken without returning to its event loop, and is sent a
 * message only when it waits.
 */
export type Flow = Int32Array;

const TAKEN = 0;
const IS_WAITING = 1;
const IS_CANCELLED = 2;

export const createFlow = (): Flow =>
  new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));

/** The consumer took an item. Returns whether the producer waits for that and has to be notified. */
export function take(flow: Flow): boolean {
  Atomics.add(flow, TAKEN, 1);
  return Atomics.exchange(flow, IS_WAITING, 0) === 1;
}

export function cancel(flow: Flow): void {
  Atomics.store(flow, IS_CANCELLED, 1);
}

export const isCancelled = (flow: Flow): boolean => Atomics.load(flow, IS_CANCELLED) === 1;

/** How many of the `sent` items were not taken yet. */
export const countInFlight = (flow: Flow, sent: number): number =>
  (sent - Atomics.load(flow, TAKEN)) | 0;

/**
 * The producer is about to wait. Returns false when it need not: an item was taken meanwhile. Both
 * sides write before they read, so that at least one of them sees the other.
 */
export function startWaiting(flow: Flow, sent: number, window: number): boolean {
  Atomics.store(flow, IS_WAITING, 1);
  return countInFlight(flow, sent) >= window && !isCancelled(flow);
}
