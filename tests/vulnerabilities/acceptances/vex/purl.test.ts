import { describe, expect, it } from 'vitest';
import { parsePurl, purlOfPackage } from '../../../../src/vulnerabilities/acceptances/vex/purl.js';

describe('package URLs', () => {
  it.each([
    [
      'pkg:deb/debian/openssl@3.0.11-1~deb12u2?arch=source&distro=debian-12',
      {
        type: 'deb',
        namespace: 'debian',
        name: 'openssl',
        version: '3.0.11-1~deb12u2',
        qualifiers: { arch: 'source', distro: 'debian-12' },
      },
    ],
    [
      'pkg:rpm/redhat/gcc-c%2B%2B@8.5.0-1.el8%2B1?arch=x86_64&epoch=1#sub/path',
      {
        type: 'rpm',
        namespace: 'redhat',
        name: 'gcc-c++',
        version: '8.5.0-1.el8+1',
        qualifiers: { arch: 'x86_64', epoch: '1' },
      },
    ],
    [
      'pkg:npm/%40angular/core',
      { type: 'npm', namespace: '@angular', name: 'core', version: null, qualifiers: {} },
    ],
    [
      'pkg:APK//Alpine/git@',
      { type: 'apk', namespace: 'alpine', name: 'git', version: null, qualifiers: {} },
    ],
    [
      'pkg:generic/x',
      { type: 'generic', namespace: null, name: 'x', version: null, qualifiers: {} },
    ],
    ['pkg:deb', null],
    ['pkg:', null],
    ['pkg:deb/debian/%zz', null],
    ['cpe:2.3:a:b:c', null],
    [`pkg:deb/debian/${'x'.repeat(1000)}`, null],
  ])('are parsed from %s', (text, expected) => {
    expect(parsePurl(text)).toEqual(expected);
  });

  it.each([
    ['dpkg', 'Debian:12', 'g++', 'pkg:deb/debian/g%2B%2B'],
    ['dpkg', 'Ubuntu:22.04:LTS', 'bash', 'pkg:deb/ubuntu/bash'],
    ['rpm', 'Red Hat:enterprise_linux:9::baseos', 'bash', 'pkg:rpm/redhat/bash'],
    ['rpm', 'openSUSE:Tumbleweed', 'bash', 'pkg:rpm/opensuse/bash'],
    ['apk', 'Wolfi', 'git', 'pkg:apk/wolfi/git'],
    ['pacman', 'Arch', 'git', null],
    ['rpm', 'Debian:12', 'git', null],
  ])('name a package of %s and %s', (format, ecosystem, name, expected) => {
    expect(purlOfPackage(format, ecosystem, name)).toBe(expected);
  });
});
