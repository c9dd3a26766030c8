import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { versionKey } from '../../src/versions/keys.js';
import type { VersionOrder } from '../../src/versions/order.js';
import { compareVersions } from '../../src/versions/versions.js';
import { anyText, factsOf, fixture, realVersions, findWrong } from './facts.js';

const ORDERS: VersionOrder[] = ['dpkg', 'rpm', 'apk', 'semver', 'generic'];
const real: Record<VersionOrder, string[]> = {
  dpkg: realVersions('dpkg'),
  rpm: realVersions('rpm'),
  apk: [...realVersions('apk'), ...realVersions('apk-letters')],
  semver: realVersions('semver'),
  generic: [...realVersions('semver'), ...realVersions('apk')],
};
const byKey =
  (order: VersionOrder) =>
  (a: string, b: string): number =>
    Buffer.compare(versionKey(order, a), versionKey(order, b));

// Parts at the boundaries of all orders, so that generated versions differ there.
const BITS = [
  '0',
  '1',
  '9',
  '10',
  '00',
  '01',
  '099',
  '100',
  '20240101',
  '18446744073709551616',
  '9'.repeat(30),
  '1'.repeat(300),
  '.',
  '-',
  '_',
  '~',
  '^',
  '+',
  ':',
  '-r1',
  '-0',
  'a',
  'b',
  'p1',
  'p01',
  'a2.3',
  'rc',
  '_rc1',
  '_p',
  '_alpha',
  'alpha',
  'beta',
  'final',
  'v',
  'Z',
  '..',
  'é',
  '\u0000',
  ' ',
  '\ud83d',
];
const generated = fc.array(fc.constantFrom(...BITS), { maxLength: 7 }).map((bits) => bits.join(''));
const mutated = (order: VersionOrder): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...real[order]), fc.nat(20), fc.nat(3), generated)
    .map(([version, at, cut, bits]) => version.slice(0, at) + bits + version.slice(at + cut));
const similarPairs = (order: VersionOrder): fc.Arbitrary<[string, string]> => {
  const version = fc.oneof(generated, mutated(order), fc.constantFrom(...real[order]), anyText);
  const changed = fc
    .tuple(version, fc.nat(12), fc.nat(2), fc.constantFrom('', ...BITS))
    .map(([v, at, cut, bit]): [string, string] => [v, v.slice(0, at) + bit + v.slice(at + cut)]);
  return fc.oneof(changed, fc.tuple(version, version));
};

describe('version keys', () => {
  for (const order of ['dpkg', 'apk', 'semver'] as const) {
    it(`are in the order of ${order}`, () => {
      const facts = factsOf(fixture(order));
      expect(facts.length).toBeGreaterThan(2000);
      expect(findWrong(facts, byKey(order))).toEqual([]);
    });
  }

  it('are in the order of apk 2 for versions with a number after a letter', () => {
    expect(findWrong(factsOf(fixture('apk-letters')), byKey('apk'))).toEqual([]);
  });

  it('are in the order of rpm, with and without a release', () => {
    const [bare = '', whole = ''] = fixture('rpm').split('# part 2');
    const release = (a: string, b: string): number => byKey('rpm')(`1-${a}`, `1-${b}`);
    expect(
      findWrong(
        factsOf(bare).filter(({ line }) => !/[:-]/.test(line)),
        release,
      ),
    ).toEqual([]);
    expect(findWrong(factsOf(bare), byKey('rpm'))).toEqual([]);
    expect(findWrong(factsOf(whole), byKey('rpm'))).toEqual([]);
  });

  for (const order of ORDERS) {
    it(`are in the order of the ${order} comparison for any two texts`, () => {
      fc.assert(
        fc.property(similarPairs(order), ([a, b]) => {
          expect(Math.sign(byKey(order)(a, b))).toBe(Math.sign(compareVersions(order, a, b)));
        }),
        { numRuns: 6000 },
      );
    });

    it(`have no key between a ${order} version and the next, and are between empty and FF`, () => {
      fc.assert(
        fc.property(similarPairs(order), ([a, b]) => {
          const left = versionKey(order, a);
          const right = versionKey(order, b);
          expect(left.length).toBeGreaterThan(0);
          expect(left[0]).toBeLessThan(0xff);
          if (Buffer.compare(left, right) < 0)
            expect(Buffer.compare(Buffer.concat([left, Buffer.of(0)]), right)).toBeLessThanOrEqual(
              0,
            );
        }),
        { numRuns: 500 },
      );
    });

    it(`depend on the first 4,096 characters of a ${order} version, also of the longest keys`, () => {
      for (const bit of [
        '9',
        '0',
        '1.',
        '0.',
        'a',
        'a1',
        'é1',
        'İ',
        '.',
        '~',
        '^',
        '-',
        '_p1',
        '\uffff',
        '٣',
      ]) {
        const long = bit.repeat(5000).slice(0, 4096);
        expect(byKey(order)(long, `${long}1`)).toBe(0);
        expect(compareVersions(order, long, `${long}1`)).toBe(0);
        expect(Math.sign(byKey(order)(long, long.slice(0, 4000)))).toBe(
          Math.sign(compareVersions(order, long, long.slice(0, 4000))),
        );
      }
    });
  }

  it('distinguish numbers of any length from letters', () => {
    const pairs: [VersionOrder, string, string][] = [
      ['dpkg', `1.${'9'.repeat(30)}`, '1.A'],
      ['dpkg', `1a${'9'.repeat(1000)}`, '1aA'],
      ['rpm', '1a', `1.${'9'.repeat(30)}`],
      ['semver', `1.0.0-${'9'.repeat(30)}`, '1.0.0-a'],
      ['semver', `1.0.0-${'9'.repeat(24)}`, `1.0.0-1${'0'.repeat(24)}`],
      ['apk', `1_p${'9'.repeat(30)}`, '1a'],
      ['generic', '1.0 z', `1.${'0'.repeat(30)}.1`],
    ];
    expect(
      pairs.filter(
        ([order, a, b]) => byKey(order)(a, b) !== -1 || compareVersions(order, a, b) >= 0,
      ),
    ).toEqual([]);
  });

  it('are little longer than the version', () => {
    const longer = (order: VersionOrder): number =>
      real[order].reduce(
        (sum, version) => sum + versionKey(order, version).length - version.length,
        0,
      ) / real[order].length;
    expect(
      Object.fromEntries(
        ORDERS.map((order) => [order, longer(order)] as const).filter(([, bytes]) => bytes > 2),
      ),
    ).toEqual({});
  });
});
