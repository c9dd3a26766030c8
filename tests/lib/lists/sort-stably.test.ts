import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortStably } from '../../../src/lib/lists/sort-stably.js';

const digits = fc.array(fc.nat(5), { maxLength: 30 });

it('orders positions by their digits, and equal ones as before', () => {
  fc.assert(
    fc.property(digits, fc.boolean(), (values, isReversed) => {
      const positions = [...values.keys()];
      const before = isReversed ? positions.toReversed() : positions;
      const expected = before.toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
      const order = sortStably(
        Uint32Array.from(values),
        6,
        isReversed ? Uint32Array.from(before) : null,
      );
      expect([...order]).toEqual(expected);
    }),
  );
});
