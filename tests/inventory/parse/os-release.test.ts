import { describe, expect, it } from 'vitest';
import { parseOsRelease, unquote } from '../../../src/inventory/parse/os-release.js';
import { parseRedhatRelease } from '../../../src/inventory/parse/redhat-release.js';
import { capture } from '../../support/inventory-fixtures.js';

const CODENAMES: Record<string, string> = { debian_12: 'bookworm', ubuntu_2204: 'jammy' };

describe('parseOsRelease on a real system', () => {
  it.each([
    ['debian_12', 'debian', 'Debian GNU/Linux', '12', 'Debian GNU/Linux 12 (bookworm)'],
    ['ubuntu_2204', 'ubuntu', 'Ubuntu', '22.04', 'Ubuntu 22.04.5 LTS'],
    ['alpine_3_20', 'alpine', 'Alpine Linux', '3.20.7', 'Alpine Linux v3.20'],
    ['alma_9', 'almalinux', 'AlmaLinux', '9.6', 'AlmaLinux 9.6 (Sage Margay)'],
    ['rocky_9', 'rocky', 'Rocky Linux', '9.3', 'Rocky Linux 9.3 (Blue Onyx)'],
    ['redhat_9', 'rhel', 'Red Hat Enterprise Linux', '9.6', 'Red Hat Enterprise Linux 9.6 (Plow)'],
    ['opensuseleap_15', 'opensuse-leap', 'openSUSE Leap', '15.6', 'openSUSE Leap 15.6'],
    [
      'opensusetumbleweed',
      'opensuse-tumbleweed',
      'openSUSE Tumbleweed',
      '20240823',
      'openSUSE Tumbleweed',
    ],
    ['fedora_40', 'fedora', 'Fedora Linux', '40', 'Fedora Linux 40 (Workstation Edition)'],
    ['amazon_2', 'amzn', 'Amazon Linux', '2', 'Amazon Linux 2'],
    ['amazon_2023', 'amzn', 'Amazon Linux', '2023', 'Amazon Linux 2023.8.20250915'],
    ['photon_3', 'photon', 'VMware Photon OS', '3.0', 'VMware Photon OS/Linux'],
    ['sles_15', 'sles', 'SLES', '15.7', 'SUSE Linux Enterprise Server 15 SP7'],
    ['arch', 'arch', 'Arch Linux', 'TEMPLATE_VERSION_ID', 'Arch Linux'],
    ['xenserver_7_6', 'xenenterprise', 'XenServer', '', 'XenServer 7.6.0'],
    ['wrlinux', 'wrlinux', 'Wind River Linux', '7.0.0.2', 'Wind River Linux 7.0.0.2'],
  ])('parses %s', (file, id, name, version, pretty) => {
    expect(parseOsRelease(capture(`os-release/${file}`))).toEqual({
      value: {
        id,
        like: expect.any(Array) as string[],
        name,
        version,
        codename: CODENAMES[file] ?? null,
        pretty,
      },
      warnings: [],
    });
  });

  it('returns an empty version and the ID_LIKE of a rolling release', () => {
    expect(parseOsRelease('ID=manjaro\nID_LIKE="arch linux"\nNAME=Manjaro\n').value).toMatchObject({
      version: '',
      like: ['arch', 'linux'],
    });
  });
});

describe('a value of os-release', () => {
  it.each([
    ['plain', 'plain'],
    ['"double quoted"', 'double quoted'],
    ["'single $HOME `id` \\n'", 'single $HOME `id` \\n'],
    ['"a \\"b\\" \\$c \\` \\\\ \\d"', 'a "b" $c ` \\ \\d'],
    ['with\\ space', 'with space'],
    [`"a"'b'c`, 'abc'],
    ['"$(id)"', '$(id)'],
    ['value # comment', 'value'],
    ['a#b', 'a#b'],
    ['', ''],
    ['"open', null],
  ])('%s is parsed to %s', (text, value) => {
    expect(unquote(text)).toBe(value);
  });

  it('is the last one of a name; comments, blank lines and Windows line ends are ignored', () => {
    const { value, warnings } = parseOsRelease('\ufeff# x\r\n\r\nNAME=a\r\nNAME=b\r\n');
    expect(value?.name).toBe('b');
    expect(warnings).toEqual([]);
  });

  it('is null for text without assignments', () => {
    expect(parseOsRelease('<html>\n\0\n')).toEqual({
      value: null,
      warnings: ['2 lines are not assignments'],
    });
  });
});

describe('parseRedhatRelease', () => {
  it.each([
    ['CentOS release 6.10 (Final)\n', 'CentOS', '6.10'],
    [
      'Red Hat Enterprise Linux Server release 5.11 (Tikanga)\n',
      'Red Hat Enterprise Linux Server',
      '5.11',
    ],
    ['CentOS Linux release 7.9.2009 (Core)\n', 'CentOS', '7.9.2009'],
  ])('parses %j', (text, name, version) => {
    expect(parseRedhatRelease(text).value).toMatchObject({ name, version, pretty: text.trim() });
  });
});
