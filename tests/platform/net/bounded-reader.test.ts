import { PassThrough } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBoundedReader, limitWork } from '../../../src/platform/net/bounded-reader.js';
import { incremental } from '../../../src/platform/net/dialer.js';

async function drip(stream: PassThrough, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    stream.write(Buffer.from([byte]));
    await nextIteration();
  }
}

describe('a bounded read', () => {
  it('ends at the byte that completes it, in segments of one byte', async () => {
    const stream = new PassThrough();
    const reading = createBoundedReader(stream).read({
      timeoutMs: 10_000,
      isComplete: (data) => data.includes('\n'),
    });
    await drip(stream, Buffer.from('hello\nrest'));
    expect((await reading).data.toString()).toBe('hello\n');
  });

  it('leaves bytes above its limit to the next one', async () => {
    const stream = new PassThrough();
    stream.write('hello world');
    const { read } = createBoundedReader(stream);
    expect((await read({ timeoutMs: 10_000, maxBytes: 5 })).data.toString()).toBe('hello');
    expect((await read({ timeoutMs: 10_000 })).data.toString()).toBe(' world');
  });

  it('tests delayed bytes when no others arrive', async () => {
    const stream = new PassThrough();
    const sizes: number[] = [];
    const reading = createBoundedReader(stream).read({
      timeoutMs: 10_000,
      isComplete: (data) => {
        sizes.push(data.length);
        return data.length === 2_500;
      },
    });
    await drip(stream, Buffer.alloc(2_500));
    expect((await reading).data.length).toBe(2_500);
    expect(sizes.length).toBeLessThan(2_500);
  });
});

describe('the work of a completion test', () => {
  function workFor(bytes: number, segment: number, isIncremental: boolean): number {
    let read = 0;
    const test = (data: Buffer): boolean => {
      read += data.length;
      return false;
    };
    const limited = limitWork(isIncremental ? incremental(test) : test);
    const all = Buffer.alloc(bytes);
    for (let length = segment; length <= bytes; length += segment)
      limited.passes(all.subarray(0, length));
    return read;
  }

  it('is linear in the bytes, for segments of any size', () => {
    for (const segment of [1, 2, 7, 100, 1_448])
      expect(workFor(65_536, segment, false)).toBeLessThanOrEqual(2 ** 18 + 9 * 65_536);
  });

  it('is not limited for the segments of an honest peer', () => {
    expect(workFor(16_384, 1_024, false)).toBe((16_384 * 17) / 2);
  });

  it('is left to a test that reads only what is new', () => {
    expect(workFor(1_000, 1, true)).toBe((1_000 * 1_001) / 2);
  });
});
