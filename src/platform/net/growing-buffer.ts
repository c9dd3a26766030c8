/** Bytes that arrive in parts. */
export interface GrowingBuffer {
  readonly length: number;
  /** The bytes so far, without copying them; valid until the next `add`. */
  view: () => Buffer;
  /** Copies the part: a small part of a large chunk does not keep that chunk in memory. */
  add: (part: Buffer) => void;
}

/**
 * A buffer that grows by doubling: a peer that sends single bytes costs no more than one that sends
 * them together.
 */
export function createGrowingBuffer(): GrowingBuffer {
  let store = Buffer.alloc(0);
  let used = 0;
  return {
    get length() {
      return used;
    },
    view: () => store.subarray(0, used),
    add: (part) => {
      if (used + part.length > store.length) {
        const bigger = Buffer.alloc(Math.max(2 * store.length, used + part.length, 1024));
        store.copy(bigger, 0, 0, used);
        store = bigger;
      }
      used += part.copy(store, used);
    },
  };
}

/** The last `maxBytes` of the bytes that arrive in parts; each byte is copied a bounded number of times. */
export function createTailBuffer(maxBytes: number): GrowingBuffer {
  const store = Buffer.alloc(2 * maxBytes);
  let used = 0;
  return {
    get length() {
      return Math.min(used, maxBytes);
    },
    view: () => store.subarray(Math.max(0, used - maxBytes), used),
    add: (part) => {
      const kept = part.subarray(Math.max(0, part.length - maxBytes));
      if (used + kept.length > store.length) {
        store.copyWithin(0, used - maxBytes, used);
        used = maxBytes;
      }
      used += kept.copy(store, used);
    },
  };
}

/** Output of which the start is kept. */
export interface BoundedOutput {
  push: (data: Buffer) => void;
  take: () => Buffer;
  isTruncated: () => boolean;
  discardedBytes: () => number;
}

/**
 * Collects at most `maxBytes`; the rest is discarded and counted, so that the remote command can
 * finish.
 */
export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const output = createGrowingBuffer();
  let discarded = 0;
  return {
    push: (data) => {
      const kept = data.subarray(0, maxBytes - output.length);
      discarded += data.length - kept.length;
      output.add(kept);
    },
    take: output.view,
    isTruncated: () => discarded > 0,
    discardedBytes: () => discarded,
  };
}
