import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIdSet, decodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';

describe('id set', () => {
  it('decodes to the sorted, distinct ids that were encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (ids) => {
        expect(decodeIdSet(encodeIdSet(ids))).toEqual([...new Set(ids)].sort((a, b) => a - b));
      }),
    );
  });

  it('encodes equal sets to the same bytes, in any order', () => {
    expect(encodeIdSet([300, 1, 127, 1])).toEqual(encodeIdSet([1, 127, 300]));
    expect([...encodeIdSet([1, 127, 300])]).toEqual([1, 126, 0xad, 0x01]);
  });

  it('encodes an empty set to no bytes', () => {
    expect(encodeIdSet([])).toHaveLength(0);
    expect(decodeIdSet(Buffer.alloc(0))).toEqual([]);
  });
});
