import type { Duplex } from 'node:stream';
import { createGrowingBuffer, type GrowingBuffer } from './growing-buffer.js';
import { incremental, type CompletionTest, type Connection } from './dialer.js';

const MAX_READ_BYTES = 1 << 20;
const DEFAULT_READ_BYTES = 1 << 16;
type ReadOptions = Parameters<Connection['read']>[0];

/** By default, any byte completes a read. */
const HAS_ANY = incremental((data) => data.length > 0);

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

  function pull(into: GrowingBuffer, max: number): void {
    for (
      let chunk = stream.read() as Buffer | null;
      chunk !== null;
      chunk = stream.read() as Buffer | null
    ) {
      const space = max - into.length;
      into.add(chunk.subarray(0, space));
      if (chunk.length > space) stream.unshift(chunk.subarray(space));
      if (chunk.length >= space) return;
    }
  }

  async function read({
    timeoutMs,
    maxBytes = DEFAULT_READ_BYTES,
    isComplete = HAS_ANY,
  }: ReadOptions): Promise<{ data: Buffer; ended: boolean }> {
    const max = Math.min(maxBytes, MAX_READ_BYTES);
    const deadline = performance.now() + timeoutMs;
    const buffer = createGrowingBuffer();
    const test = limitWork(isComplete);
    for (;;) {
      const before = buffer.length;
      pull(buffer, max);
      const data = buffer.view();
      const isNew = data.length > before;
      if (data.length >= max || (isNew && test.passes(data)) || (ended && !isNew))
        return { data, ended };
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) return { data, ended };
      if (ended) continue;
      const waitMs = Math.min(remainingMs, test.delayMs(data));
      const isActive = await waitForActivity(stream, waitMs);
      if (!isActive && waitMs < remainingMs && test.passesAtRest(data)) return { data, ended };
    }
  }
  return { read };
}

const FREE_BYTES = 1 << 18;
const READS_PER_BYTE = 8;
const MIN_DELAY_MS = 20;
const DELAYED_BYTES_PER_MS = 1024;

/**
 * Limits the work of a test that reads all bytes again for each segment: at 64 KiB in segments of one
 * byte that would be 2 GiB. All tests of a read together read at most 256 KiB, and each byte eight
 * times; a test beyond that waits until there are more bytes, or none for a moment.
 * @internal
 */
export function limitWork(isComplete: CompletionTest): {
  passes: (data: Buffer) => boolean;
  /** the test for data after which no other arrived for `delayMs` */
  passesAtRest: (data: Buffer) => boolean;
  /** infinite when the data has been tested */
  delayMs: (data: Buffer) => number;
} {
  let bytesRead = 0;
  let isDelayed = false;
  const passesAtRest = (data: Buffer): boolean => {
    bytesRead += data.length;
    isDelayed = false;
    return isComplete(data);
  };
  return {
    passesAtRest,
    passes: (data) => {
      if (isComplete.isIncremental) return isComplete(data);
      isDelayed = bytesRead + data.length > FREE_BYTES + READS_PER_BYTE * data.length;
      return !isDelayed && passesAtRest(data);
    },
    delayMs: (data) => (isDelayed ? MIN_DELAY_MS + data.length / DELAYED_BYTES_PER_MS : Infinity),
  };
}

/** Resolves to true when the stream is readable or has ended, to false after `ms`. */
function waitForActivity(stream: Duplex, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = (isActive: boolean): void => {
      clearTimeout(timer);
      for (const event of events) stream.off(event, wake);
      resolve(isActive);
    };
    const wake = (): void => {
      done(true);
    };
    const timer = setTimeout(() => {
      done(false);
    }, ms);
    for (const event of events) stream.on(event, wake);
  });
}
