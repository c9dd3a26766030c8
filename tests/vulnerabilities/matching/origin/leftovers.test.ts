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
  ])('is not one of the release itself, or of an unknown one: %s %s', (name, version) => {
    expect(originIn(UBUNTU, 'Ubuntu:24.04:LTS', name, version)).toBeNull();
  });

  it('is of no release of Ubuntu without its word', () => {
    expect(originIn(UBUNTU, 'Ubuntu:24.04:LTS', 'libssl1.1', '1.1.1k-1')).toBe(
      'an unknown publisher',
    );
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

const fixes = (source: string, release: string, ...fixed: string[]) =>
  fixed.map((version) => range(source, version, at(`Ubuntu:${release}`, 'source', source)));
/** Fixed versions as Ubuntu's records have them. */
const UPDATES: Feeds = {
  'osv-ubuntu': [
    record('UBUNTU-CVE-2024-2', {
      ranges: [
        ...fixes('openssl', '22.04:LTS', '3.0.2-0ubuntu1.10', '3.0.2-0ubuntu1.20'),
        ...fixes('openssl', '24.04:LTS', '3.0.10-1ubuntu2.1', '3.0.13-0ubuntu3.1'),
        ...fixes('openssl', '24.10', '3.3.1-2ubuntu2.1'),
        ...fixes('curl', '22.04:LTS', '7.81.0-1ubuntu1.21'),
        ...fixes('curl', '23.10', '8.2.1-1ubuntu3.1'),
        ...fixes('curl', '24.04:LTS', '8.5.0-2ubuntu10.6'),
        ...fixes('openssh', '22.04:LTS', '1:8.9p1-3ubuntu0.10'),
        ...fixes('openssh', '24.04:LTS', '1:9.6p1-3ubuntu13.5'),
        ...fixes('edk2', '22.04:LTS', '2022.02-3ubuntu0.22.04.4'),
        ...fixes('edk2', '24.04:LTS', '2024.02-2ubuntu0.6'),
        ...fixes('mysql-8.0', '22.04:LTS', '8.0.39-0ubuntu0.22.04.1'),
        ...fixes('mysql-8.0', '24.04:LTS', '8.0.40-0ubuntu0.24.04.1'),
        ...fixes('gnome-shell', '22.04:LTS', '42.4-0ubuntu0.22.04.1'),
        ...fixes('gnome-shell', '24.04:LTS', '46.0-0ubuntu6~24.04.5'),
        ...fixes('samba', '22.04:LTS', '2:4.15.5~dfsg-0ubuntu5.2'),
        ...fixes('samba', '22.10', '2:4.16.4+dfsg-2ubuntu1.1'),
        ...fixes('snapd', '22.04:LTS', '2.61.3+22.04'),
        ...fixes('apt', '20.04:LTS', '2.0.2ubuntu0.2'),
        ...fixes('fwupd', '22.04:LTS', '1.7.5-3ubuntu0.1'),
        ...fixes('linux', '22.04:LTS', '5.15.0-100.110'),
        ...fixes('linux', '24.04:LTS', '6.8.0-31.31'),
        // a copy of the release before, when this one was in development
        ...fixes('frr', '23.10', '8.4.4-1ubuntu1.1'),
        ...fixes('frr', '24.04:LTS', '8.4.4-1ubuntu1.1'),
        ...fixes('frr', '24.10', '9.1-0ubuntu1'),
      ],
    }),
  ],
};
const inUbuntu = (release: string, name: string, version: string, more: string[] = []) =>
  setUp(UPDATES).matcher.originOf([`Ubuntu:${release}`, ...more], deb(name, version))?.publisher ??
  null;

describe('a package whose version another release of Ubuntu has', () => {
  it.each([
    ['openssl', '3.0.13-0ubuntu3', '24.04'],
    ['openssl', '3.3.1-2ubuntu2', '24.10'],
    ['openssl', '3.0.10-1ubuntu4', '24.04'],
    ['curl', '8.5.0-2ubuntu10.1', '24.04'],
    ['curl', '8.2.1-1ubuntu3', '23.10'],
    ['edk2', '2024.02-2ubuntu0.6', '24.04'],
    ['mysql-8.0', '8.0.40-0ubuntu0.24.04.1', '24.04'],
    ['docker.io-app', '27.5.1-0ubuntu3~24.04.2', '24.04'],
    ['vlc', '3.0.20-3build6~24.10', '24.10'],
  ])('is of the later release that fixed its upstream version: %s %s', (...row) => {
    const [name, version, release] = row;
    expect(inUbuntu('22.04:LTS', name, version)).toBe(`Ubuntu ${release}`);
    expect(inUbuntu('22.04:LTS', name, version, ['Ubuntu:Pro:22.04:LTS'])).toBe(
      `Ubuntu ${release}`,
    );
    expect(inUbuntu(`${release}:LTS`, name, version)).toBeNull();
  });

  it('is compared with the data of that release', () => {
    const found = (version: string) =>
      summarize(UPDATES, deb('curl', version), ['Ubuntu:22.04:LTS']);

    expect(found('8.5.0-2ubuntu10.1')).toEqual(['CVE-2024-2 8.5.0-2ubuntu10.6']);
    expect(found('8.5.0-2ubuntu10.6')).toEqual([]);
  });

  it.each([
    ['22.04:LTS', 'openssl', '3.0.13-1'],
    ['22.04:LTS', 'openssl', '3.0.2-1'],
    ['22.04:LTS', 'openssl', '1.1.1w-0+deb11u1'],
    ['22.04:LTS', 'openssl', '3.0.15-1~deb12u1'],
    ['22.04:LTS', 'openssl', '3.0.2-0ubuntu1.10+b1'],
    ['24.04:LTS', 'openssl', '3.0.13-1'],
    ['22.04:LTS', 'openssh', '1:9.7p1-7'],
    ['22.04:LTS', 'edk2', '2024.02-2'],
    ['22.04:LTS', 'openssl', '3.3.2'],
    ['22.04:LTS', 'openssl', '1.1.1'],
  ])('is of an unknown publisher without a word of Ubuntu: %s %s %s', (...row) => {
    expect(inUbuntu(...row)).toBe('an unknown publisher');
  });

  it.each([
    ['22.04:LTS', 'openssl', '3.0.2-0ubuntu1'],
    ['22.04:LTS', 'openssl', '3.0.2-0ubuntu1.25'],
    ['22.04:LTS', 'openssh', '1:8.9p1-3'],
    ['22.04:LTS', 'openssh', '1:8.8p1-1'],
    ['22.04:LTS', 'mysql-8.0', '8.0.40-0ubuntu0.22.04.1'],
    ['22.04:LTS', 'mysql-8.0', '8.0.28-0ubuntu4'],
    ['22.04:LTS', 'gnome-shell', '42.9-0ubuntu2.1'],
    ['22.04:LTS', 'samba', '2:4.15.13+dfsg-0ubuntu1.5'],
    ['22.04:LTS', 'snapd', '2.66.1+22.04'],
    ['22.04:LTS', 'fwupd', '1.7.9-1~22.04.3'],
    ['20.04:LTS', 'apt', '2.0.9'],
    ['22.04:LTS', 'linux', '6.8.0-31.31'],
    ['16.04:LTS', 'unattended-upgrades', '1.1ubuntu1.18.04.7~16.04.7'],
    ['22.04:LTS', 'tzdata', '2024b-0ubuntu0.22.04.1'],
    ['22.04:LTS', 'language-pack-en', '1:22.04+20240212'],
    ['24.04:LTS', 'frr', '9.1-0ubuntu1'],
    ['24.04:LTS', 'frr', '9.1-2'],
    ['24.04:LTS', 'openssl', '3.0.13-0ubuntu3'],
  ])('is one of the release where nothing shows another one: %s %s %s', (...row) => {
    expect(inUbuntu(...row)).toBeNull();
  });
});
