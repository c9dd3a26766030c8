import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rpmvercmp } from '../../src/versions/rpm.js';
import { compareVersions } from '../../src/versions/versions.js';

interface Fact { a: string; b: string; sign: number; line: string }

/** `A < B` and `A = B`, one a line. */
function factsOf(text: string): Fact[] {
  return text.split('\n').flatMap((line): Fact[] => {
    const match = /^([^#\s]\S*) ([<=]) (\S+)$/.exec(line);
    return match ? [{ a: match[1] ?? '', b: match[3] ?? '', sign: match[2] === '<' ? -1 : 0, line }] : [];
  });
}
const fixture = (format: string): string => readFileSync(new URL(`../fixtures/versions/${format}.txt`, import.meta.url), 'utf8');

/** The facts that a compare function does not agree with, in either direction. */
const wrong = (facts: readonly Fact[], compare: (a: string, b: string) => number): string[] =>
  facts.filter(({ a, b, sign }) => Math.sign(compare(a, b)) !== sign || Math.sign(compare(b, a)) !== -sign + 0).map((f) => f.line);

describe('the order of versions', () => {
  for (const format of ['dpkg', 'apk']) {
    it(`is that of ${format}`, () => {
      const facts = factsOf(fixture(format));
      expect(facts.length).toBeGreaterThan(1000);
      expect(wrong(facts, (a, b) => compareVersions(format, a, b))).toEqual([]);
    });
  }

  it('is that of rpm, for bare versions and for whole ones', () => {
    const [bare = '', whole = ''] = fixture('rpm').split('# part 2');
    expect(wrong(factsOf(bare), rpmvercmp)).toEqual([]);
    expect(factsOf(whole).length).toBeGreaterThan(400);
    expect(wrong(factsOf(whole), (a, b) => compareVersions('rpm', a, b))).toEqual([]);
  });

  it('is a natural one where nobody knows a scheme', () => {
    const table: [string, string, number][] = [['1.10', '1.9', 1], ['10.0.19045.1', '10.0.19045', 1], ['2.0', '2,0', 0], ['', '1', -1], ['1.0b', '1.0', 1], ['24.09', '24.9', 0], ['7.1.0-alpha', '7.1.0.1', -1]];
    expect(table.filter(([a, b, sign]) => Math.sign(compareVersions('windows', a, b)) !== sign)).toEqual([]);
  });

  it('has a place for any text, however long', () => {
    for (const format of ['dpkg', 'rpm', 'apk', 'pacman', 'windows']) {
      fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(compareVersions(format, a, a)).toBe(0);
        expect(Math.sign(compareVersions(format, a, b)) + Math.sign(compareVersions(format, b, a))).toBe(0);
      }), { numRuns: 200 });
      expect(compareVersions(format, '9'.repeat(50_000), '9'.repeat(50_000))).toBe(0);
    }
  });

  it('is the same whichever way round three versions are compared', () => {
    const version = fc.stringMatching(/^[0-9a-c.~^_+-]{0,8}$/);
    for (const format of ['dpkg', 'rpm', 'windows']) {
      // rpm leaves the release out where one side has none, as librpm does: only whole versions are in one order
      const whole = version.map((text) => (format === 'rpm' && !text.includes('-') ? `${text}-1` : text));
      fc.assert(fc.property(whole, whole, whole, (a, b, c) => {
        if (compareVersions(format, a, b) <= 0 && compareVersions(format, b, c) <= 0) expect(compareVersions(format, a, c)).toBeLessThanOrEqual(0);
      }), { numRuns: 500 });
    }
  });
});
