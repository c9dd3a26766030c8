import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnKey, pickRanks } from '../../../src/vulnerabilities/lists/ranks.js';

/** Returns numbers from 0 to 1 that look random, from a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const first = fc.constantFrom(
  (random: number) => Math.floor(random * 3) - 1,
  (random: number) => 1_700_000_000 + Math.floor(random * 90_000),
  (random: number) => (random < 0.99 ? 0 : 2 ** 32 * random),
  (random: number) => random / 1e9,
  () => 7,
);

it('picks the ranks that a sort of all numbers has, also among equal ones', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(0, 1, 30, 1_500, 6_000),
      first,
      fc.double({ min: -0.1, max: 1.1, noNaN: true }),
      fc.nat(1_200),
      (seed, size, valueOf, start, length) => {
        const random = createRandom(seed);
        const keys = [valueOf, (value: number) => Math.floor(value * 4)].map((columnKey) =>
          Float64Array.from({ length: size }, () => columnKey(random())),
        );
        const numbers = Int32Array.from({ length: size }, (_, i) => i);
        const compare = (a: number, b: number): number => b - a;
        const sorted = [...numbers].sort((a, b) => {
          const [one = 0, two = 0] = keys.map((key) => (key[a] ?? 0) - (key[b] ?? 0));
          return one || two || compare(a, b);
        });
        const from = Math.floor(start * size);
        expect(
          pickRanks(
            numbers,
            { keys: keys.map((key) => columnKey(key)), compare },
            from,
            from + length,
          ),
        ).toEqual(sorted.slice(Math.max(0, from), Math.max(0, from + length)));
      },
    ),
  );
});
