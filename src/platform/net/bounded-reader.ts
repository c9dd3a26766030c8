import type { Duplex } from 'node:stream';
import type { Connection } from './dialer.js';

const MAX_READ_BYTES = 1 << 20;
const DEFAULT_READ_BYTES = 1 << 16;
type ReadOptions = Parameters<Connection['read']>[0];

/**
 * A buffer that grows by doubling: a peer that sends single bytes costs no more than one that sends
 * them together.
 */
function createGrowingBuffer(): { view(): Buffer; add(chunk: Buffer): void } {
  let store = Buffer.alloc(0);
  let used = 0;
  return {
    view: () => store.subarray(0, used),
    add: (chunk) => {
      if (used + chunk.length > store.length) {
        const bigger = Buffer.alloc(Math.max(2 * store.length, used + chunk.length, 1024));
        store.copy(bigger, 0, 0, used);
        store = bigger;
      }
      used += chunk.copy(store, used);
    },
  };
}

/**
 * Reads from a paused stream, bounded in bytes and in time. Bytes left over belong to the next
 * read.
 */
export function createBoundedReader(stream: Duplex): { read: Connection['read'] } {
  let ended = false;
  for (const event of ['end', 'close', 'error'] as const)
    stream.once(event, () => {
      ended = true;
    });

  function pull(into: ReturnType<typeof createGrowingBuffer>, max: number): void {
    for (
      let chunk = stream.read() as Buffer | null;
      chunk !== null;
      chunk = stream.read() as Buffer | null
    ) {
      const space = max - into.view().length;
      into.add(chunk.subarray(0, space));
      if (chunk.length > space) stream.unshift(chunk.subarray(space));
      if (chunk.length >= space) return;
    }
  }

  async function read({
    timeoutMs,
    maxBytes = DEFAULT_READ_BYTES,
    isComplete: enough = (data) => data.length > 0,
  }: ReadOptions): Promise<{ data: Buffer; ended: boolean }> {
    const max = Math.min(maxBytes, MAX_READ_BYTES);
    const deadline = performance.now() + timeoutMs;
    const buffer = createGrowingBuffer();
    for (;;) {
      const before = buffer.view().length;
      pull(buffer, max);
      const data = buffer.view();
      const isNew = data.length > before;
      if (data.length >= max || (isNew && enough(data)) || (ended && !isNew))
        return { data, ended };
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) return { data, ended };
      if (!ended) await waitForActivity(stream, remainingMs);
    }
  }
  return { read };
}

/** Resolves when the stream is readable or has ended, or after `ms`. */
function waitForActivity(stream: Duplex, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = (): void => {
      clearTimeout(timer);
      for (const event of events) stream.off(event, done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const event of events) stream.on(event, done);
  });
}
