import { describe, expect, it } from 'vitest';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, setUp } from '../matching.js';

const debian = (release: number, name: string, fixed: string | null) =>
  range(name, fixed, at(`Debian:${release}`, 'source', name));

const OPENSSL = [
  record('DEBIAN-CVE-2024-1', {
    ranges: [
      debian(11, 'openssl', '1.1.1w-0+deb11u2'),
      debian(12, 'openssl', '3.0.15-1~deb12u1'),
      debian(13, 'openssl', '3.2.2-1'),
    ],
  }),
];
const LINUX = [
  record('DEBIAN-CVE-2024-2', {
    ranges: [debian(12, 'linux', '6.1.90-1'), debian(13, 'linux', '6.8.9-1')],
  }),
  record('DEBIAN-CVE-2024-3', {
    ranges: [debian(12, 'linux', '6.1.94-1'), debian(13, 'linux', '6.9.7-1')],
  }),
];
const OLD = [
  record('DEBIAN-CVE-2020-4', {
    ranges: [debian(12, 'zlib', '1:1.2.11.dfsg-4'), debian(13, 'zlib', '1:1.2.11.dfsg-4')],
  }),
  record('DEBIAN-CVE-2026-5', {
    ranges: [debian(12, 'zlib', null), debian(13, 'zlib', '1:1.3.dfsg+really1.3.1-1')],
  }),
  // later data about a version that the release may have as well
  record('DEBIAN-CVE-2026-6', { ranges: [debian(13, 'zlib', '1:1.2.13.dfsg-2')] }),
];

const originOf = (name: string, version: string, ecosystem = 'Debian:12', source = name) =>
  setUp({ 'osv-debian': [...OPENSSL, ...LINUX, ...OLD] }).matcher.originOf(
    [ecosystem],
    deb(name, version, { source }),
  )?.publisher ?? null;

const LATER = 'a later release of Debian';

describe('a package of a later release of Debian', () => {
  it.each([
    ['libssl3', '3.1.5-1', 'openssl'],
    ['libssl3t64', '3.2.2-1', 'openssl'],
    ['openssl', '3.5.1-1+b1', 'openssl'],
    ['openssl', '3.0.15-2', 'openssl'],
    ['linux-image-6.9.7-amd64', '6.9.7-1', 'linux'],
    ['zlib1g', '1:1.3.dfsg+really1.3.1-1', 'zlib'],
  ])('is recognized: %s %s', (name, version, source) => {
    expect(originOf(name, version, 'Debian:12', source)).toBe(LATER);
  });

  it.each([
    ['libssl3', '3.0.15-1~deb12u1', 'openssl'],
    ['libssl3', '3.0.17-1~deb12u3', 'openssl'],
    ['libssl3', '3.0.9-1', 'openssl'],
    ['libssl3', '3.2.2-1~bpo12+1', 'openssl'],
    ['linux-image-6.1.0-21-amd64', '6.1.90-1', 'linux'],
    ['linux-image-6.1.0-99-amd64', '6.1.158-1', 'linux'],
    ['zlib1g', '1:1.2.13.dfsg-1', 'zlib'],
    ['zlib1g', '1:1.2.13.dfsg-2', 'zlib'],
    ['libapparmor1', '2.11.0-3', 'apparmor'],
    ['bash', '5.2.15-2+b7', 'bash'],
  ])('is not one of the release itself: %s %s', (name, version, source) => {
    expect(originOf(name, version, 'Debian:12', source)).toBeNull();
  });

  it.each([
    ['openssl', '3.3.2'],
    ['openssl', '1.1.1'],
    ['zlib', '1:1.3.1'],
  ])('is no native package of the release where its fixes have a revision: %s %s', (...row) => {
    expect(originOf(...row)).toBe('an unknown publisher');
  });

  it('is one of the release that has it', () => {
    expect(originOf('libssl3t64', '3.2.2-1', 'Debian:13', 'openssl')).toBeNull();
  });

  it('has no findings of the older release, and is named', () => {
    const { matcher } = setUp({ 'osv-debian': OPENSSL });
    const pkg = deb('libssl3', '3.1.5-1', { source: 'openssl' });

    expect(matcher.matchPackages(['Debian:12'], [pkg])).toEqual([[]]);
    expect(matcher.originOf(['Debian:12'], pkg)).toMatchObject({
      publisher: LATER,
      isMatched: false,
    });
  });
});
