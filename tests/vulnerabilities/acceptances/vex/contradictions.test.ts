import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isInScope,
  type ProductMatch,
} from '../../../../src/vulnerabilities/acceptances/covers.js';
import { findContradictions } from '../../../../src/vulnerabilities/acceptances/vex/contradictions.js';

const few = (...values: string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const match: fc.Arbitrary<ProductMatch> = fc.record({
  of: fc.constant('package' as const),
  names: few('a', 'b', 'c'),
  versions: fc.option(few('1', '2', '3')),
  architectures: fc.constant(null),
  scopes: few(
    'Debian:',
    'Debian:12',
    'Debian:11',
    'Ubuntu:',
    'Ubuntu:Pro:22.04',
    'Ubuntu:Pro:',
    'Wolfi',
  ),
});
const statement = fc.record({
  vulnerability: fc.constantFrom('CVE-1', 'CVE-2'),
  match: fc.option(match),
});

/** The rule for two statements about one vulnerability. */
const contradicts = (other: ProductMatch, one: ProductMatch): boolean =>
  (one.versions === null || one.versions.some((v) => other.versions?.includes(v))) &&
  one.names.some((name) => other.names.includes(name)) &&
  one.scopes.some((a) => other.scopes.some((b) => isInScope(a, b) || isInScope(b, a)));

it('finds by keys what comparing each pair of statements finds', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 6 }), match, (others, one) => {
      const isContradicted = findContradictions(others);
      const expected = others.some(
        (other) =>
          other.vulnerability === 'CVE-1' && other.match !== null && contradicts(other.match, one),
      );
      expect(isContradicted('CVE-1', one)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
