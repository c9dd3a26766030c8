import { describe, expect, it } from 'vitest';
import { rangeBounds } from '../../src/feeds/load/records/range-keys.js';
import { apkNumbersBounds, versionKey } from '../../src/versions/keys.js';
import type { VersionOrder } from '../../src/versions/order.js';

// Stored bytes: `ranges.lower` and `ranges.upper` of knowledge.db are version keys. A package matches a record
// by comparing its key, computed now, with the keys stored when the feed was loaded.
// A change here needs a migration step: every feed has to be loaded again.
const hexKey = (order: VersionOrder, version: string): string =>
  versionKey(order, version).toString('hex');

describe('the stored key of a version', () => {
  it.each([
    ['1:2.36-9+deb12u10', '8104df26020bdc9a9b980eab0c02'],
    ['1.18.4~rc1-2build3', '8003df14df0601a89903020498ab9fa29a0502'],
    ['0', '8002020202'],
  ])('of dpkg: %s', (version, key) => {
    expect(hexKey('dpkg', version)).toBe(key);
  });

  it.each([
    ['2:1.1.1k-14.el8_10', '828181816b00028e656c00888a02'],
    ['5.14.0-503.el9', '80858e8002e40503656c008902'],
    ['1.0~rc1^git20240101-1', '80818001726300810367697400e914180101028102'],
  ])('of rpm: %s', (version, key) => {
    expect(hexKey('rpm', version)).toBe(key);
  });

  it.each([
    ['3.0.12_p1-r4', '83208c1d1881168415'],
    ['1.2a_rc3-r0', '81821e61131883168015'],
    ['1.36.1', '81a48115'],
  ])('of apk: %s', (version, key) => {
    expect(hexKey('apk', version)).toBe(key);
  });

  it.each([
    ['1.2.3-rc.1+build.5', '81828301fb73640081'],
    ['v10.0.100', '8a80e4010002'],
    ['2.0.0', '8202'],
  ])('of semver: %s', (version, key) => {
    expect(hexKey('semver', version)).toBe(key);
  });

  it.each([
    ['8.2p1 Ubuntu-4', '888207710081077663766f7576008406'],
    ['1.18.0 beta 2', '8192028206'],
    ['2024.11', 'e514188b06'],
  ])('of generic text: %s', (version, key) => {
    expect(hexKey('generic', version)).toBe(key);
  });
});

describe('the stored bounds of a range', () => {
  const RANGE = {
    order: 'apk',
    introduced: null,
    fixed: null,
    lastAffected: null,
    state: 'fixed',
  } as const;
  const hexBounds = (range: Partial<Parameters<typeof rangeBounds>[0]>): string[] => {
    const { lower, upper } = rangeBounds({ ...RANGE, ...range }, versionKey);
    return [lower.toString('hex'), upper.toString('hex')];
  };

  it.each([
    ['without a beginning or an end', {}, ['', 'ff']],
    [
      'from one version up to another',
      { introduced: '1.2', fixed: '1.36.1' },
      ['818215', '81a48115'],
    ],
    [
      'after a version, up to and including another',
      { introduced: '1.2', introducedExcluded: true, lastAffected: '1.36.1' },
      ['81821500', '81a4811500'],
    ],
    [
      'of a package that is not affected',
      { fixed: '1.2', state: 'not_affected' as const },
      ['', ''],
    ],
    [
      'below a version without a place in the order',
      { fixed: '4.8.0.-r1', unclear: 'below' as const },
      ['', '848820'],
    ],
    [
      'among the versions with the same numbers',
      { fixed: '4.8.0.-r1', unclear: 'among' as const },
      ['848820', '848820ff'],
    ],
  ])('%s', (_name, range, bounds) => {
    expect(hexBounds(range)).toEqual(bounds);
  });

  it('of all Alpine versions that begin with the same numbers', () => {
    const { lower, upper } = apkNumbersBounds('4.8.0.-r1');
    expect([lower.toString('hex'), upper.toString('hex')]).toEqual(['848820', '848820ff']);
  });
});
