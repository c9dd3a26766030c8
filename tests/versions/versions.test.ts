import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rpmvercmp } from '../../src/versions/rpm.js';
import { compareVersions } from '../../src/versions/versions.js';
import { anyText, factsOf, fixture, findWrong } from './facts.js';

describe('compareVersions', () => {
  for (const [format, facts] of [
    ['dpkg', factsOf(fixture('dpkg'))],
    ['apk', factsOf(fixture('apk'))],
    ['apk', factsOf(fixture('apk-letters'))],
    ['semver', factsOf(fixture('semver'))],
  ] as const) {
    it(`has the order of ${format} in ${facts.length} facts`, () => {
      expect(facts.length).toBeGreaterThan(500);
      expect(findWrong(facts, (a, b) => compareVersions(format, a, b))).toEqual([]);
    });
  }

  it('has the order of rpm, with and without a release', () => {
    const [bare = '', whole = ''] = fixture('rpm').split('# part 2');
    expect(findWrong(factsOf(bare), rpmvercmp)).toEqual([]);
    expect(factsOf(whole).length).toBeGreaterThan(400);
    expect(findWrong(factsOf(whole), (a, b) => compareVersions('rpm', a, b))).toEqual([]);
  });

  it('compares versions of an unknown format as a person would', () => {
    const table: [string, string, number][] = [
      ['1.10', '1.9', 1],
      ['10.0.19045.1', '10.0.19045', 1],
      ['2.0', '2,0', 0],
      ['', '1', -1],
      ['1.0b', '1.0', 1],
      ['24.09', '24.9', 0],
      ['7.1.0-alpha', '7.1.0.1', -1],
      ['1.0', '1.0.0', 0],
      ['1.0.0.1', '1.0', 1],
      ['1.0.1', '1.0.0b', 1],
      ['v2.4', '2.4.0', 0],
      ['4.1.0.Final', '4.1', 0],
      ['13.2-RELEASE-p4', '13.2-RELEASE', 1],
      ['0', '', 0],
      ['1.0-rc1', '1.0', -1],
      ['1.0.0-rc.1', '1.0-rc1', 0],
      ['1.0 RC 2', '1.0-rc10', -1],
      ['2.0-beta', '2.0-alpha9', 1],
      ['2.0-SNAPSHOT', '2.0-alpha', -1],
      ['1.0-rc1', '0.9.9', 1],
      ['3.8.0b2', '3.8.0', -1],
      ['3.8.0a4', '3.8.0b1', -1],
      ['1.0.2b', '1.0.2', 1],
      ['1.0.2zg', '1.0.2z', 1],
      ['1.0.2k-fips', '1.0.2k', 1],
      ['9.2p1', '9.2', 1],
      ['9.2p10', '9.2p9', 1],
      ['1.8.0_202-b08', '1.8.0_202', 1],
    ];
    expect(
      table.filter(([a, b, sign]) => Math.sign(compareVersions('windows', a, b)) !== sign),
    ).toEqual([]);
  });

  it('orders any text of any length', () => {
    for (const format of ['dpkg', 'rpm', 'apk', 'pacman', 'windows']) {
      fc.assert(
        fc.property(anyText, anyText, (a, b) => {
          expect(compareVersions(format, a, a)).toBe(0);
          expect(
            Math.sign(compareVersions(format, a, b)) + Math.sign(compareVersions(format, b, a)),
          ).toBe(0);
        }),
        { numRuns: 200 },
      );
      expect(compareVersions(format, '9'.repeat(50_000), '9'.repeat(50_000))).toBe(0);
    }
  });

  it('is transitive', () => {
    const version = fc.stringMatching(/^[0-9a-c.~^_+-]{0,8}$/);
    for (const format of ['dpkg', 'rpm', 'apk', 'semver', 'windows']) {
      fc.assert(
        fc.property(version, version, version, (a, b, c) => {
          if (compareVersions(format, a, b) <= 0 && compareVersions(format, b, c) <= 0)
            expect(compareVersions(format, a, c)).toBeLessThanOrEqual(0);
        }),
        { numRuns: 500 },
      );
    }
  });
});
