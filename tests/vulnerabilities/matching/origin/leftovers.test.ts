import { describe, expect, it } from 'vitest';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, setUp, summarize, type Feeds } from '../matching.js';

const ubuntu = (release: string, fixed: string, ...names: string[]) =>
  range('openssl', fixed, {
    ...at(`Ubuntu:${release}:LTS`, 'source', 'openssl'),
    conditions: { binaries: Object.fromEntries(names.map((name) => [name, fixed])) },
  });
const UBUNTU: Feeds = {
  'osv-ubuntu': [
    record('UBUNTU-CVE-2024-1', {
      ranges: [
        ubuntu('20.04', '1.1.1f-1ubuntu2.21', 'libssl1.1', 'openssl'),
        ubuntu('24.04', '3.0.13-0ubuntu3.1', 'libssl3t64', 'openssl'),
      ],
    }),
  ],
};
const openssl = (name: string, version: string) => deb(name, version, { source: 'openssl' });
const originIn = (feeds: Feeds, ecosystem: string, name: string, version: string) =>
  setUp(feeds).matcher.originOf([ecosystem], openssl(name, version))?.publisher ?? null;

describe('a package that stayed from another release', () => {
  it.each([
    ['1.1.1f-1ubuntu2.16', ['CVE-2024-1 1.1.1f-1ubuntu2.21']],
    ['1.1.1f-1ubuntu2.21', []],
    ['1.1.1f-1ubuntu2.24', []],
  ])('is compared with the data of that release of Ubuntu: libssl1.1 %s', (version, expected) => {
    const found = summarize(UBUNTU, openssl('libssl1.1', version), ['Ubuntu:24.04:LTS']);

    expect(found).toEqual(expected);
    expect(originIn(UBUNTU, 'Ubuntu:24.04:LTS', 'libssl1.1', version)).toBe('Ubuntu 20.04');
  });

  it.each([
    ['libssl3t64', '3.0.13-0ubuntu3'],
    ['openssl', '1.1.1f-1ubuntu2'],
    ['libssl-doc', '3.0.13-0ubuntu3'],
    ['libssl1.1', '1.1.1k-1'],
  ])('is not one of the release itself, or of an unknown one: %s %s', (name, version) => {
    expect(originIn(UBUNTU, 'Ubuntu:24.04:LTS', name, version)).toBeNull();
  });

  it.each([
    ['1.1.1w-0+deb11u1', ['CVE-2024-1 1.1.1w-0+deb11u2']],
    ['1.1.1w-0+deb11u2', []],
  ])('is compared with the data of that release of Debian: libssl1.1 %s', (version, expected) => {
    const debian = (release: number, fixed: string) =>
      range('openssl', fixed, at(`Debian:${release}`, 'source', 'openssl'));
    const ranges = [debian(11, '1.1.1w-0+deb11u2'), debian(12, '3.0.15-1~deb12u1')];
    const feeds: Feeds = { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges })] };
    const alone: Feeds = {
      'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: ranges.slice(1) })],
    };

    expect(summarize(feeds, openssl('libssl1.1', version), ['Debian:12'])).toEqual(expected);
    expect(summarize(alone, openssl('libssl1.1', version), ['Debian:12'])).toEqual([]);
    expect(originIn(alone, 'Debian:12', 'libssl1.1', version)).toBe('Debian 11');
  });
});
