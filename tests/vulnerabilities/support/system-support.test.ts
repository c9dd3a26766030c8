import { describe, expect, it } from 'vitest';
import { builtInEnd } from '../../../src/vulnerabilities/support/support-dates.js';
import { endOfLifeText, supportText } from '../../../src/vulnerabilities/support/support.text.js';
import { systemSupport } from '../../../src/vulnerabilities/support/system-support.js';

const supportOf = (ecosystems: string[], name: string | null, day = '2026-11-27') =>
  systemSupport(ecosystems, name, builtInEnd, Date.parse(day) / 1000);

/** The ends are those of endoflife.date on 2026-08-22. */
describe('the support of a system on 2026-11-27', () => {
  it.each<[ecosystems: string[], name: string | null, text: string]>([
    [['Ubuntu:24.10'], 'Ubuntu 24.10', 'Ubuntu 24.10: end of life since 2025-07-10'],
    [['Ubuntu:24.10'], null, 'Ubuntu 24.10: end of life since 2025-07-10'],
    [['Debian:9'], 'Debian GNU/Linux 9 (stretch)', 'Debian 9: end of life since 2022-07-01'],
    [['Alpine:v3.16'], 'Alpine Linux v3.16', 'Alpine Linux 3.16: end of life since 2024-05-23'],
    [['AlmaLinux:8'], 'AlmaLinux 8.4', 'AlmaLinux 8: supported until 2029-05-31'],
    [['Rocky Linux:9'], 'Rocky Linux 9.0', 'Rocky Linux 9: supported until 2032-05-31'],
    [[], 'CentOS Linux 7 (Core)', 'CentOS 7: end of life since 2024-06-30'],
    [[], 'CentOS Linux 8', 'CentOS 8: end of life since 2021-12-31'],
    [[], 'CentOS release 6.10 (Final)', 'CentOS 6: end of life since 2020-11-30'],
    [[], 'CentOS Stream 9', 'CentOS Stream 9: supported until 2027-05-31'],
    [[], 'CentOS Stream 8', 'CentOS Stream 8: end of life since 2024-05-31'],
    [[], 'Fedora Linux 39 (Server Edition)', 'Fedora 39: end of life since 2024-11-26'],
    [[], 'Fedora Linux 44 (Workstation Edition)', 'Fedora 44: supported until 2027-06-02'],
    [[], 'Amazon Linux 2', 'Amazon Linux 2: end of life since 2026-06-30'],
    [[], 'Amazon Linux 2023.6.20241031', 'Amazon Linux 2023: supported until 2029-06-30'],
    [[], 'Amazon Linux AMI 2018.03', 'Amazon Linux 2018.03: end of life since 2023-12-31'],
    [[], 'Oracle Linux Server 7.9', 'Oracle Linux 7: end of life since 2024-12-31'],
    [[], 'Oracle Linux Server 10.0', 'Oracle Linux 10: supported, no end is published'],
    [[], 'Linux Mint 20.3', 'Linux Mint 20.3: end of life since 2025-04-30'],
    [['openSUSE:Leap 15.5'], null, 'openSUSE Leap 15.5: end of life since 2024-12-31'],
    [
      ['SUSE:Linux Enterprise Server 16.0'],
      null,
      'SUSE Linux Enterprise 16.0: supported until 2027-11-30',
    ],
    [
      ['SUSE:Linux Enterprise Server 15 SP7'],
      null,
      'SUSE Linux Enterprise 15 SP7: supported until 2031-07-31',
    ],
    [
      [],
      'Microsoft Windows Server 2012 R2 Standard',
      'Windows Server 2012 R2: end of life since 2023-10-10',
    ],
    [
      [],
      'Microsoft Windows Server 2019 Standard 1809',
      'Windows Server 2019: supported until 2029-01-09',
    ],
    [
      [],
      'Microsoft Windows Server 2022 Datacenter 21H2',
      'Windows Server 2022: supported until 2031-10-14',
    ],
    [[], 'Microsoft Windows 10 Pro 22H2', 'Windows 10 22H2: end of life since 2025-10-14'],
    [[], 'Microsoft Windows 11 Enterprise 24H2', 'Windows 11 24H2: supported until 2027-10-12'],
    [[], 'Microsoft Windows 11 Pro 24H2', 'Windows 11 24H2: end of life since 2026-10-13'],
    [
      [],
      'Microsoft Windows 10 Enterprise LTSC 21H2',
      'Windows 10 21H2: supported until 2027-01-12',
    ],
    [[], 'Microsoft Windows 7 Professional', 'Windows 7: end of life since 2020-01-14'],
    // of a caption in another language: editions differ
    [[], 'Microsoft Windows 11 Famille 24H2', 'Windows 11 24H2: not known'],
    [[], 'Microsoft Windows 11 Famille 21H2', 'Windows 11 21H2: end of life since 2024-10-08'],
  ])('of %j, %s is: %s', (ecosystems, name, text) => {
    expect(supportText(supportOf(ecosystems, name))).toBe(text);
  });

  it.each([
    [['Alpine:edge'], 'Alpine Linux edge'],
    [['openSUSE:Tumbleweed'], 'openSUSE Tumbleweed'],
    [['Wolfi'], 'Wolfi'],
    [['Debian:14'], 'Debian GNU/Linux forky/sid'],
    [[], 'Arch Linux'],
    [[], 'Kali GNU/Linux Rolling'],
    [[], 'Fedora Linux 45 (Rawhide)'],
  ])('of %j, %s is without an end', (ecosystems, name) => {
    expect(supportOf(ecosystems, name)).toMatchObject({ state: 'rolling', until: null });
  });

  it.each([
    [['Ubuntu:28.04:LTS'], 'Ubuntu 28.04 LTS'],
    [['Debian:15'], 'Debian GNU/Linux 15 (duke)'],
    [[], 'Fedora Linux 99'],
    [[], 'FooOS 1'],
    [[], 'Microsoft Windows 12 Pro 30H1'],
    [[], null],
  ])('of an unknown release (%j, %s) is not known', (ecosystems, name) => {
    expect(supportOf(ecosystems, name)).toMatchObject({ state: 'unknown', until: null });
  });
});

describe('extended support', () => {
  it.each([
    ['2024-08-15', 'supported', '2026-08-31'],
    ['2026-08-31', 'supported', '2026-08-31'],
    ['2026-09-01', 'end_of_life', '2026-08-31'],
  ])('of Debian 11 is free: on %s it is %s', (day, state, until) => {
    expect(supportOf(['Debian:11'], null, day)).toMatchObject({ state, until });
  });

  it('of Ubuntu counts with Pro only', () => {
    expect(supportOf(['Ubuntu:18.04:LTS'], null)).toEqual({
      system: 'Ubuntu 18.04',
      state: 'end_of_life',
      until: '2023-05-31',
      extended_until: '2028-04-01',
    });
    expect(supportOf(['Ubuntu:18.04:LTS', 'Ubuntu:Pro:18.04:LTS'], null)).toMatchObject({
      state: 'supported',
      until: '2028-04-01',
    });
    expect(supportOf(['Ubuntu:16.04:LTS', 'Ubuntu:Pro:16.04:LTS'], null)).toMatchObject({
      state: 'end_of_life',
      until: '2026-04-02',
      extended_until: null,
    });
  });

  it.each([
    [
      ['Ubuntu:18.04:LTS'],
      'Ubuntu 18.04 is end of life since 2023-05-31: it gets no security updates without Ubuntu Pro ' +
        '(until 2028-04-01). Attach it to Ubuntu Pro, or upgrade to a supported release.',
    ],
    [
      ['Red Hat:enterprise_linux:7::server'],
      'Red Hat Enterprise Linux 7 is end of life since 2024-06-30: it gets no security updates ' +
        'without a subscription (until 2029-05-31). Upgrade to a supported release.',
    ],
    [
      ['SUSE:Linux Enterprise Server 15 SP5', 'SUSE:Linux Enterprise Server 15 SP5-LTSS'],
      'SUSE Linux Enterprise 15 SP5 is end of life since 2024-12-31: it gets no security updates ' +
        'without a subscription (until 2027-12-31). Upgrade to a supported release.',
    ],
    [
      ['Ubuntu:24.10'],
      'Ubuntu 24.10 is end of life since 2025-07-10: it gets no security updates. ' +
        'Upgrade to a supported release.',
    ],
  ])('of %j is said with what to do', (ecosystems, text) => {
    expect(endOfLifeText(supportOf(ecosystems, null))).toBe(text);
  });
});
