import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pickRanks } from '../../../src/vulnerabilities/open-findings/ranks.js';

const keys = fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 3 })), {
  maxLength: 30,
});

it('picks the ranks that a sort of all numbers has, also among equal ones', () => {
  fc.assert(
    fc.property(keys, fc.nat(35), fc.nat(35), (values, from, length) => {
      const columns = [0, 1].map((i) => Float64Array.from(values, (value) => value[i] ?? 0));
      const numbers = Int32Array.from(values.keys());
      const order = { keys: columns, compare: (a: number, b: number) => b - a };
      const sorted = [...numbers].sort((a, b) => {
        const [first = 0, second = 0] = columns.map((key) => (key[a] ?? 0) - (key[b] ?? 0));
        return first || second || b - a;
      });
      expect(pickRanks(numbers, order, from, from + length)).toEqual(
        sorted.slice(from, from + length),
      );
    }),
  );
});
