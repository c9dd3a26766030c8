import { describe, expect, it } from 'vitest';
import { parseServiceCpe } from '../../../../src/vulnerabilities/matching/services/cpe-name.js';
import {
  baseRevision,
  parseBuild,
  versionParts,
} from '../../../../src/vulnerabilities/matching/services/distribution-build.js';
import { sourcePackages } from '../../../../src/vulnerabilities/matching/services/source-packages.js';

describe('package that a service was built from', () => {
  it.each([
    ['9.2p1', 'Debian 2+deb12u3', '9.2p1-2+deb12u3', ['Debian:12']],
    ['9.18.49', 'Debian 1~deb12u3', '9.18.49-1~deb12u3', ['Debian:12']],
    ['10.11.6', 'Debian 0+deb12u1', '10.11.6-0+deb12u1', ['Debian:12']],
    ['9.2p1', 'Debian 2', '9.2p1-2', null],
    ['9.2p1', 'Debian 2+b1', '9.2p1-2', null],
    ['8.9p1', 'Ubuntu 3ubuntu0.6', '8.9p1-3ubuntu0.6', null],
    ['5.9p1', 'Debian 5ubuntu1.10', '5.9p1-5ubuntu1.10', null],
    ['8.14.2', 'Debian 2build1', '8.14.2-2build1', null],
    ['8.0.36', 'Ubuntu 0ubuntu0.22.04.1', '8.0.36-0ubuntu0.22.04.1', ['Ubuntu:22.04:LTS']],
    ['9.18.28', 'Ubuntu 0ubuntu0.23.10.1', '9.18.28-0ubuntu0.23.10.1', ['Ubuntu:23.10']],
    [
      '9.16.1',
      'Ubuntu 0ubuntu0.20.04.1+esm2',
      '9.16.1-0ubuntu0.20.04.1+esm2',
      ['Ubuntu:20.04:LTS', 'Ubuntu:Pro:20.04:LTS'],
    ],
  ])(
    'is parsed from version %s and revision %s: %s of %j',
    (version, revision, whole, ecosystems) => {
      expect(parseBuild(version, revision)).toMatchObject({ version: whole, ecosystems });
    },
  );

  it.each([
    ['Debian'],
    ['Ubuntu'],
    [null],
    ['Debian 2~bpo11+1'],
    ['Debian 5+deb8u1~ui80+7'],
    ['Ubuntu 3+vendor2'],
    ['Debian or Ubuntu 3'],
    ['Raspbian 10+deb9u7'],
    ['FreeBSD 20240806'],
    ['Debian 2+deb12u3 extra'],
    ['Debian 2;rm'],
  ])('is null for the revision %j', (revision) => {
    expect(parseBuild('9.2p1', revision)).toBeNull();
  });

  it.each([
    ['1:9.2p1-2+deb12u3', { epoch: '1', upstream: '9.2p1', revision: '2+deb12u3' }],
    ['2.4.57-2', { epoch: '', upstream: '2.4.57', revision: '2' }],
    ['5:7.0.15', { epoch: '5', upstream: '7.0.15', revision: '' }],
    ['1.2-rc1-3', { epoch: '', upstream: '1.2-rc1', revision: '3' }],
  ])('has a version %s that splits into its parts', (version, parts) => {
    expect(versionParts(version)).toEqual(parts);
  });

  it.each([
    ['2+deb12u3', '2'],
    ['3ubuntu0.6', '3ubuntu0'],
    ['3ubuntu13', '3ubuntu13'],
    ['1~deb12u1', '1'],
    ['0ubuntu0.22.04.1', '0ubuntu0'],
    ['2', '2'],
  ])('has a revision %s with the base revision %s', (revision, base) => {
    expect(baseRevision(revision)).toBe(base);
  });

  it.each([
    ['5.9p1', 'Debian 5ubuntu1.10', 'Ubuntu'],
    ['8.14.2', 'Debian 2build1', 'Ubuntu'],
    ['9.2p1', 'Debian 2+b1', 'Debian'],
  ])('of version %s and revision %s is of %s', (version, revision, distribution) => {
    expect(parseBuild(version, revision)?.distribution).toBe(distribution);
  });

  it('has the same packages under each name of the dictionary', () => {
    expect(sourcePackages('opensmtpd:opensmtpd', '6.8.0')).toEqual(
      sourcePackages('openbsd:opensmtpd', '6.8.0'),
    );
    expect(sourcePackages('nlnetlabs:nsd', '4.3.4')?.sources).toEqual(['nsd']);
  });

  it('has a name that may contain a part of the version', () => {
    expect(sourcePackages('mariadb:mariadb', '10.5.23')).toEqual({
      sources: ['mariadb', 'mariadb-10.5'],
      server: 'mariadb-server',
    });
    expect(sourcePackages('apache:tomcat', '9.0.70')?.sources).toEqual(['tomcat9']);
    expect(sourcePackages('constructor', '1')).toBeNull();
  });
});

describe('CPE name of a service', () => {
  it.each([
    [
      'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
      { part: 'a', vendor: 'openbsd', product: 'openssh', version: '9.2', update: 'p1' },
    ],
    [
      'cpe:2.3:a:f5:nginx:*:*:*:*:*:*:*:*',
      { part: 'a', vendor: 'f5', product: 'nginx', version: null, update: null },
    ],
    [
      'cpe:2.3:a:f5:nginx:1.0:-:*:*:*:*:*:*',
      { part: 'a', vendor: 'f5', product: 'nginx', version: '1.0', update: null },
    ],
    [
      'cpe:2.3:a:a\\:b:c\\+\\+:1\\~2:*:*:*:*:*:*:*',
      { part: 'a', vendor: 'a:b', product: 'c++', version: '1~2', update: null },
    ],
  ])('%s is parsed', (text, name) => {
    expect(parseServiceCpe(text)).toEqual(name);
  });

  it.each([
    ['cpe:/a:openbsd:openssh'],
    ['cpe:2.3:x:a:b:1'],
    ['cpe:2.3:a:*:b:1'],
    [''],
    ['cpe:2.3:a'],
  ])('%j is rejected', (text) => {
    expect(parseServiceCpe(text)).toBeNull();
  });
});
