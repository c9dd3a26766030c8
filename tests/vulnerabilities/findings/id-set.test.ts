import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIdSet, decodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';

describe('a set of numbers', () => {
  it('comes back sorted, each once, whatever they were', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        expect(decodeIdSet(encodeIdSet(numbers))).toEqual(
          [...new Set(numbers)].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('gives the same bytes in any order', () => {
    expect(encodeIdSet([300, 1, 127, 1])).toEqual(encodeIdSet([1, 127, 300]));
    expect([...encodeIdSet([1, 127, 300])]).toEqual([1, 126, 0xad, 0x01]);
  });

  it('of nothing is nothing', () => {
    expect(encodeIdSet([])).toHaveLength(0);
    expect(decodeIdSet(Buffer.alloc(0))).toEqual([]);
  });
});
