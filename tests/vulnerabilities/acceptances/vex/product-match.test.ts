import { describe, expect, it } from 'vitest';
import {
  matchOfComponent,
  matchOfProduct,
  platformEcosystems,
} from '../../../../src/vulnerabilities/acceptances/vex/product-match.js';

const packageMatch = (name: string, scopes: string[], more: object = {}) => ({
  of: 'package',
  names: [name],
  versions: null,
  architectures: null,
  scopes,
  ...more,
});
const cpeMatch = (names: string[], versions: string[] | null, part = 'a') => ({
  of: 'source',
  names,
  versions,
  architectures: null,
  scopes: [`cpe:${part}`],
});

describe('the match of a product', () => {
  it.each([
    ['pkg:deb/debian/openssl', packageMatch('openssl', ['Debian:'])],
    ['pkg:deb/debian/openssl?arch=source', packageMatch('openssl', ['Debian:'], { of: 'source' })],
    ['pkg:rpm/redhat/openssl?arch=src', packageMatch('openssl', ['Red Hat:'], { of: 'source' })],
    ['pkg:deb/debian/a@1:2-3', packageMatch('a', ['Debian:'], { versions: ['1:2-3'] })],
    [
      'pkg:rpm/almalinux/a@2-3.el9?epoch=1&arch=x86_64&distro=almalinux-9.2',
      packageMatch('a', ['AlmaLinux:9'], { versions: ['1:2-3.el9'], architectures: ['x86_64'] }),
    ],
    [
      'pkg:rpm/almalinux/a@2?epoch=0&arch=noarch',
      packageMatch('a', ['AlmaLinux:'], { versions: ['2'] }),
    ],
    ['pkg:deb/debian/a?distro=debian-12', packageMatch('a', ['Debian:12'])],
    ['pkg:deb/debian/a?distro=debian-12.5', packageMatch('a', ['Debian:12'])],
    ['pkg:deb/debian/a?distro=12', packageMatch('a', ['Debian:12'])],
    ['pkg:deb/debian/a?distro=bookworm', packageMatch('a', ['Debian:12'])],
    [
      'pkg:deb/ubuntu/a?distro=jammy',
      packageMatch('a', ['Ubuntu:22.04:LTS', 'Ubuntu:Pro:22.04:LTS']),
    ],
    [
      'pkg:deb/ubuntu/a?distro=ubuntu-22.04',
      packageMatch('a', ['Ubuntu:22.04:LTS', 'Ubuntu:Pro:22.04:LTS']),
    ],
    ['pkg:apk/alpine/a?distro=alpine-3.18.4', packageMatch('a', ['Alpine:v3.18'])],
    [
      'pkg:apk/wolfi/a@1-r0?arch=x86_64&distro=wolfi-20230201',
      packageMatch('a', ['Wolfi'], { versions: ['1-r0'], architectures: ['x86_64'] }),
    ],
    ['pkg:rpm/rocky-linux/a?distro=9.4', packageMatch('a', ['Rocky Linux:9'])],
    ['pkg:rpm/opensuse/a?distro=opensuse-leap-15.6', packageMatch('a', ['openSUSE:Leap 15.6'])],
    [
      'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
      cpeMatch(['openbsd:openssh', 'openssh:openssh'], ['9.2p1', '9.2-p1']),
    ],
    ['cpe:/a:openbsd:openssh:9.2', cpeMatch(['openbsd:openssh', 'openssh:openssh'], ['9.2'])],
    ['cpe:/a:Vendor:Product%20X', cpeMatch(['vendor:product x'], null)],
    ['cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', cpeMatch(['v:p'], null)],
    ['cpe:2.3:o:v:p:1:*:*:*:*:*:*:*', cpeMatch(['v:p'], ['1'], 'o')],
  ])('is taken from %s', (id, expected) => {
    expect(matchOfProduct(id)).toEqual(expected);
  });

  it.each([
    ['a release that is not known', 'pkg:deb/debian/a?distro=lucky'],
    ['a release of another distribution', 'pkg:deb/debian/a?distro=ubuntu-22.04'],
    ['a distribution that is not matched', 'pkg:rpm/fedora/a'],
    ['a package of a language', 'pkg:npm/left-pad@1'],
    ['an image', 'pkg:oci/nginx@1'],
    ['a module without a version', 'pkg:rpm/redhat/golang?rpmmod=go-toolset:rhel8'],
    ['a wildcard in a version', 'cpe:2.3:a:v:p:9.*:*:*:*:*:*:*:*'],
    ['no version at all', 'cpe:2.3:a:v:p:-:*:*:*:*:*:*:*'],
    ['no product', 'cpe:2.3:a:v:*:1:*:*:*:*:*:*:*'],
    ['an invalid encoding', 'cpe:/a:v:%zz'],
    ['other text', 'urn:x:y'],
  ])('does not exist for %s', (_what, id) => {
    expect(matchOfProduct(id)).toBeNull();
  });

  it('is limited to the operating system that the product is part of', () => {
    const rhel9 = platformEcosystems('cpe:/o:redhat:enterprise_linux:9');
    expect(matchOfProduct('pkg:rpm/redhat/samba', rhel9)?.scopes).toEqual(rhel9);
    expect(matchOfProduct('pkg:deb/debian/samba', rhel9)).toBeNull();
    expect(matchOfProduct('cpe:/a:samba:samba:4.1', rhel9)).toBeNull();
  });
});

describe('a component of the extended support of a minor release', () => {
  const match = (purl: string, platform: string) => matchOfComponent(purl, platform);
  const kernel = 'pkg:rpm/redhat/kernel-core@5.14.0-427.50.2.el9_4?arch=x86_64';

  it.each(['rhel_eus', 'rhel_aus', 'rhel_e4s', 'rhel_tus', 'enterprise_linux_eus'])(
    'is that build on a host of the release: %s',
    (product) => {
      expect(match(kernel, `cpe:/o:redhat:${product}:9.4::baseos`)).toMatchObject({
        versions: ['5.14.0-427.50.2.el9_4'],
        scopes: expect.arrayContaining(['Red Hat:enterprise_linux:9::baseos']) as unknown,
      });
    },
  );

  it('is not understood without a version, or with one of another minor release', () => {
    for (const [purl, platform] of [
      ['pkg:rpm/redhat/kernel-core', 'cpe:/o:redhat:rhel_eus:9.4::baseos'],
      [kernel, 'cpe:/o:redhat:rhel_eus:9.2::baseos'],
      ['pkg:rpm/redhat/curl@7.76.1-29.el9', 'cpe:/o:redhat:rhel_eus:9.4::baseos'],
      [kernel, 'cpe:/a:redhat:rhel_dotnet:9.4'],
    ] as const)
      expect(match(purl, platform)).toBeNull();
  });

  it('needs no version without extended support', () => {
    expect(match('pkg:rpm/redhat/curl', 'cpe:/o:redhat:enterprise_linux:9')).not.toBeNull();
  });
});

describe('the ecosystems of an operating system', () => {
  it.each([
    ['cpe:/o:redhat:enterprise_linux:9', 'Red Hat:enterprise_linux:9::baseos'],
    ['cpe:/a:redhat:enterprise_linux:8::appstream', 'Red Hat:enterprise_linux:8::appstream'],
    ['cpe:/o:redhat:enterprise_linux:10', 'Red Hat:enterprise_linux:10.1'],
    ['cpe:/o:suse:sles:15:sp4', 'SUSE:Linux Enterprise Server 15 SP4'],
    ['cpe:2.3:o:debian:debian_linux:12.0:*:*:*:*:*:*:*', 'Debian:12'],
    ['cpe:2.3:o:canonical:ubuntu_linux:22.04:*:*:*:lts:*:*:*', 'Ubuntu:22.04:LTS'],
  ])('include that of %s', (cpe, expected) => {
    expect(platformEcosystems(cpe)).toContain(expected);
  });

  it.each([
    'cpe:/a:redhat:storage:3',
    'cpe:/o:redhat:enterprise_linux',
    'cpe:/a:redhat:openshift:4.16::el9',
    'pkg:rpm/redhat/samba',
  ])('do not exist for %s', (cpe) => {
    expect(platformEcosystems(cpe)).toBeNull();
  });
});
