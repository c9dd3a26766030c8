import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGrowingBuffer, createTailBuffer } from '../../../src/platform/net/growing-buffer.js';

const parts = fc.array(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 30 },
);

it('a growing buffer returns all bytes in their order', () => {
  fc.assert(
    fc.property(parts, (list) => {
      const buffer = createGrowingBuffer();
      for (const part of list) buffer.add(part);
      expect(buffer.view().equals(Buffer.concat(list))).toBe(true);
      expect(buffer.length).toBe(buffer.view().length);
    }),
  );
});

it('a tail buffer returns the last bytes', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 50 }), (list, max) => {
      const buffer = createTailBuffer(max);
      for (const part of list) buffer.add(part);
      const all = Buffer.concat(list);
      expect(buffer.view().equals(all.subarray(Math.max(0, all.length - max)))).toBe(true);
      expect(buffer.length).toBe(buffer.view().length);
    }),
  );
});
