import { describe, expect, it } from 'vitest';
import { kernelPackageVersion, parseUname } from '../../../../src/inventory/parse/uname.js';
import type { Fact, MatchablePackage } from '../../../../src/vulnerabilities/facts.js';
import { explainFinding } from '../../../../src/vulnerabilities/findings/explanation.js';
import { createHostPackageMatcher } from '../../../../src/vulnerabilities/matching/packages/host-packages.js';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, rpm, setUp } from '../matching.js';

const DEBIAN = 'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64';
const UBUNTU =
  'Linux 6.8.0-50-generic #51~22.04.1-Ubuntu SMP PREEMPT_DYNAMIC Thu Nov 21 12:03:03 UTC x86_64';
const ALPINE = 'Linux 6.12.50-0-lts #1-Alpine SMP PREEMPT_DYNAMIC 2025-10-01 x86_64';
const ALMA = 'Linux 5.14.0-427.13.1.el9_4.x86_64 #1 SMP PREEMPT_DYNAMIC Wed May 1 x86_64';
const suse = (release: string) => `Linux ${release} #1 SMP PREEMPT_DYNAMIC Mon Nov 27 aarch64`;

/** Returns `HostState.running` of the output of `uname -srvm`. */
function runningOf(text: string): string {
  const uname = parseUname(text).value;
  if (uname === null) throw new Error('not the output of uname');
  const version = kernelPackageVersion(uname);
  return version === null ? uname.release : `${uname.release} ${version}`;
}

const apk = (name: string, version: string): MatchablePackage => ({
  ...deb(name, version),
  format: 'apk',
  architecture: 'x86_64',
});

const image = (release: string, version: string, source = 'linux-signed-amd64') =>
  deb(`linux-image-${release}`, version, { source, source_version: version });

interface Host {
  /** null: not known */
  uname: string | null;
  packages: MatchablePackage[];
  ecosystem: string;
  /** the package that the data names, and its fixed version */
  fix: [kind: 'source' | 'binary', name: string, fixed: string];
}

function factsOf({ uname, packages, ecosystem, fix: [kind, name, fixed] }: Host): Fact[] {
  const order = packages[0]?.format as 'dpkg' | 'rpm' | 'apk';
  const { matcher } = setUp({
    'osv-debian': [
      record('DEBIAN-CVE-2024-1', {
        ranges: [range(name, fixed, { order, ...at(ecosystem, kind, name) })],
      }),
    ],
  });
  const match = createHostPackageMatcher(matcher);
  const running = uname === null ? null : runningOf(uname);
  const found = match(JSON.stringify([ecosystem]), running, packages, Infinity) ?? [];
  return found.map((one) => one.match.fact);
}

/** Each finding: package, installed version, what runs, and the remedy. */
const summarize = (host: Host): string[] =>
  factsOf(host).map((fact) => {
    const { package: name, installed_version: installed, basis } = fact;
    const state = basis.runs_old_code ? `runs ${basis.running_version}` : '';
    const inactive = basis.not_running ? 'not running' : '';
    return [name, installed, state, inactive, explainFinding(fact, '').remedy]
      .filter(Boolean)
      .join(' | ');
  });

const debian = (packages: MatchablePackage[], fixed = '6.1.124-1', uname = DEBIAN): Host => ({
  uname,
  packages,
  ecosystem: 'Debian:12',
  fix: ['source', 'linux', fixed],
});

describe('a vulnerability of the running kernel', () => {
  it.each<[string, Host, string[]]>([
    [
      'Debian upgrades a kernel in place',
      debian([image('6.1.0-28-amd64', '6.1.124-1')]),
      ['linux-image-6.1.0-28-amd64 | 6.1.124-1 | runs 6.1.119-1 | reboot'],
    ],
    [
      'Debian installs another kernel beside it',
      debian([image('6.1.0-28-amd64', '6.1.119-1'), image('6.1.0-30-amd64', '6.1.124-1')]),
      ['linux-image-6.1.0-28-amd64 | 6.1.119-1 | runs 6.1.119-1 | reboot'],
    ],
    [
      'Debian removes its package',
      debian([image('6.1.0-30-amd64', '6.1.124-1')]),
      ['linux-image-6.1.0-28-amd64 | runs 6.1.119-1 | reboot'],
    ],
    [
      'Ubuntu installs another kernel beside it',
      {
        uname: UBUNTU,
        packages: [
          image('6.8.0-50-generic', '6.8.0-50.51~22.04.1', 'linux-signed-hwe-6.8'),
          image('6.8.0-52-generic', '6.8.0-52.53~22.04.1', 'linux-signed-hwe-6.8'),
        ],
        ecosystem: 'Ubuntu:22.04:LTS',
        fix: ['source', 'linux-hwe-6.8', '6.8.0-52.53~22.04.1'],
      },
      ['linux-image-6.8.0-50-generic | 6.8.0-50.51~22.04.1 | runs 6.8.0-50.51~22.04.1 | reboot'],
    ],
    [
      'Alpine upgrades a kernel in place',
      {
        uname: ALPINE,
        packages: [apk('linux-lts', '6.12.58-r0')],
        ecosystem: 'Alpine:v3.22',
        fix: ['source', 'linux-lts', '6.12.58-r0'],
      },
      ['linux-lts | 6.12.58-r0 | runs 6.12.50-r0 | reboot'],
    ],
    [
      'RHEL installs another kernel beside it',
      {
        uname: ALMA,
        packages: [
          rpm('kernel-core', '5.14.0-427.13.1.el9_4'),
          rpm('kernel-core', '5.14.0-427.20.1.el9_4'),
        ],
        ecosystem: 'AlmaLinux:9',
        fix: ['binary', 'kernel-core', '5.14.0-427.20.1.el9_4'],
      },
      ['kernel-core | 5.14.0-427.13.1.el9_4 | runs 5.14.0-427.13.1.el9_4 | reboot'],
    ],
    [
      'RHEL removes its package',
      {
        uname: ALMA,
        packages: [rpm('kernel-core', '5.14.0-427.20.1.el9_4')],
        ecosystem: 'AlmaLinux:9',
        fix: ['binary', 'kernel-core', '5.14.0-427.20.1.el9_4'],
      },
      ['kernel-core | 5.14.0-427.20.1.el9_4 | runs 5.14.0-427.13.1.el9_4 | reboot'],
    ],
    [
      'SUSE installs another kernel beside it',
      {
        uname: suse('5.14.21-150500.55.39-64kb'),
        packages: [
          rpm('kernel-64kb', '5.14.21-150500.55.39.1'),
          rpm('kernel-64kb', '5.14.21-150500.55.65.1'),
        ],
        ecosystem: 'openSUSE:Leap 15.5',
        fix: ['binary', 'kernel-64kb', '5.14.21-150500.55.65.1'],
      },
      ['kernel-64kb | 5.14.21-150500.55.39.1 | runs 5.14.21-150500.55.39.1 | reboot'],
    ],
    [
      'Debian removes the realtime kernel that runs, and keeps the other one',
      debian(
        [image('6.1.0-30-amd64', '6.1.124-1')],
        '6.1.124-1',
        'Linux 6.1.0-28-rt-amd64 #1 SMP PREEMPT_RT Debian 6.1.119-1 (2024-11-22) x86_64',
      ),
      ['linux-image-6.1.0-28-rt-amd64 | runs 6.1.119-1 | reboot'],
    ],
    [
      'Ubuntu removes the kernel of a later series that runs',
      {
        uname: 'Linux 6.11.0-20-generic #20~24.04.1-Ubuntu SMP PREEMPT_DYNAMIC Thu x86_64',
        packages: [image('6.8.0-60-generic', '6.8.0-60.63', 'linux-signed')],
        ecosystem: 'Ubuntu:24.04:LTS',
        fix: ['source', 'linux-hwe-6.11', '6.11.0-29.29~24.04.1'],
      },
      ['linux-image-6.11.0-20-generic | runs 6.11.0-20.20~24.04.1 | reboot'],
    ],
    [
      'Ubuntu removes the first kernel of the release that runs',
      {
        uname: 'Linux 6.8.0-50-generic #51-Ubuntu SMP PREEMPT_DYNAMIC Thu x86_64',
        packages: [image('6.11.0-29-generic', '6.11.0-29.29~24.04.1', 'linux-signed-hwe-6.11')],
        ecosystem: 'Ubuntu:24.04:LTS',
        fix: ['source', 'linux', '6.8.0-60.63'],
      },
      ['linux-image-6.8.0-50-generic | runs 6.8.0-50.51 | reboot'],
    ],
    [
      'Ubuntu removes the kernel of a cloud that runs',
      {
        uname: 'Linux 6.8.0-1020-azure #23-Ubuntu SMP PREEMPT_DYNAMIC Thu x86_64',
        packages: [image('6.8.0-60-generic', '6.8.0-60.63', 'linux-signed')],
        ecosystem: 'Ubuntu:24.04:LTS',
        fix: ['source', 'linux-azure', '6.8.0-1030.35'],
      },
      ['linux-image-6.8.0-1020-azure | runs 6.8.0-1020.23 | reboot'],
    ],
    [
      'RHEL removes the realtime kernel that runs',
      {
        uname: 'Linux 5.14.0-427.13.1.el9_4.x86_64+rt #1 SMP PREEMPT_RT Wed May 1 x86_64',
        packages: [rpm('kernel-core', '5.14.0-427.20.1.el9_4')],
        ecosystem: 'AlmaLinux:9',
        fix: ['binary', 'kernel-rt-core', '5.14.0-427.20.1.el9_4'],
      },
      ['kernel-rt-core | runs 5.14.0-427.13.1.el9_4 | reboot'],
    ],
    [
      'SUSE removes the kernel that runs, and has one of another flavor',
      {
        uname: suse('5.14.21-150500.55.39-default'),
        packages: [rpm('kernel-64kb', '5.14.21-150500.55.65.1')],
        ecosystem: 'openSUSE:Leap 15.5',
        fix: ['binary', 'kernel-default', '5.14.21-150500.55.65.1'],
      },
      ['kernel-default | runs 5.14.21-150500.55.39.1 | reboot'],
    ],
    [
      'SUSE, whose data names sources, removes the kernel that runs, and has one of another flavor',
      {
        uname: suse('6.4.0-150700.53.20-default'),
        packages: [rpm('kernel-azure', '6.4.0-150700.20.15.1', { source: 'kernel-azure' })],
        ecosystem: 'openSUSE:Leap 15.6',
        fix: ['source', 'kernel-default', '6.4.0-150700.53.25.1'],
      },
      ['kernel-default | runs 6.4.0-150700.53.20.1 | reboot'],
    ],
    [
      'SUSE has a newer small kernel beside the one that runs',
      {
        uname: suse('6.4.0-150700.53.20-default'),
        packages: [
          rpm('kernel-default-base', '6.4.0-150700.53.20.1.150700.17.14.1'),
          rpm('kernel-default-base', '6.4.0-150700.53.25.1.150700.17.16.1'),
        ],
        ecosystem: 'openSUSE:Leap 15.6',
        fix: ['binary', 'kernel-default-base', '6.4.0-150700.53.25.1.150700.17.16.1'],
      },
      [
        'kernel-default-base | 6.4.0-150700.53.20.1.150700.17.14.1 | ' +
          'runs 6.4.0-150700.53.20.1.150700.17.14.1 | reboot',
      ],
    ],
    [
      'Alpine replaces the kernel that runs by one of another flavor',
      {
        uname: ALPINE,
        packages: [apk('linux-virt', '6.12.58-r0')],
        ecosystem: 'Alpine:v3.22',
        fix: ['source', 'linux-lts', '6.12.58-r0'],
      },
      ['linux-lts | runs 6.12.50-r0 | reboot'],
    ],
  ])('stays open while %s', (_, host, expected) => {
    expect(summarize(host)).toEqual(expected);
  });

  it.each<[string, Host]>([
    [
      'the upgraded kernel runs',
      debian(
        [image('6.1.0-28-amd64', '6.1.124-1')],
        '6.1.124-1',
        'Linux 6.1.0-28-amd64 #1 SMP Debian 6.1.124-1 (2025-01-12) x86_64',
      ),
    ],
    ['a container has only the kernel of its host', debian([deb('bash', '5.2-1')], '6.1.124-1')],
    [
      'SUSE runs a kernel of another source than the vulnerable one',
      {
        uname: suse('6.4.0-150700.20.12-azure'),
        packages: [rpm('kernel-default', '6.4.0-150700.53.25.1', { source: 'kernel-default' })],
        ecosystem: 'openSUSE:Leap 15.6',
        fix: ['source', 'kernel-default', '6.4.0-150700.53.25.1'],
      },
    ],
    [
      'a kernel of another distribution runs',
      {
        uname: 'Linux 6.1.119 #1 SMP x86_64',
        packages: [rpm('kernel-core', '5.14.0-427.20.1.el9_4')],
        ecosystem: 'AlmaLinux:9',
        fix: ['binary', 'kernel-core', '5.14.0-427.20.1.el9_4'],
      },
    ],
    [
      'the realtime kernel runs, and the other one is newer',
      {
        uname: 'Linux 5.14.0-427.13.1.el9_4.x86_64+rt #1 SMP PREEMPT_RT Wed May 1 x86_64',
        packages: [rpm('kernel-core', '5.14.0-427.20.1.el9_4')],
        ecosystem: 'AlmaLinux:9',
        fix: ['binary', 'kernel-core', '5.14.0-427.20.1.el9_4'],
      },
    ],
  ])('is not reported where %s', (_, host) => {
    expect(summarize(host)).toEqual([]);
  });

  it('says which kernel runs, which one is installed, and what to do', () => {
    const [fact] = factsOf(debian([image('6.1.0-28-amd64', '6.1.124-1')]));
    expect(fact && explainFinding(fact, '')).toEqual({
      explanation:
        'The running kernel is linux-image-6.1.0-28-amd64 6.1.119-1. It is older than the fixed ' +
        'version 6.1.124-1 for Debian:12. linux-image-6.1.0-28-amd64 6.1.124-1 is installed and ' +
        'not affected; it runs after a reboot.',
      remedy: 'reboot',
    });
  });
});

describe('the remedy of a kernel package', () => {
  it.each(['64kb', 'default', 'azure', 'rt'])('never removes the running %s of SUSE', (flavor) => {
    expect(
      summarize({
        uname: suse(`5.14.21-150500.55.39-${flavor}`),
        packages: [rpm(`kernel-${flavor}`, '5.14.21-150500.55.39.1')],
        ecosystem: 'openSUSE:Leap 15.5',
        fix: ['binary', `kernel-${flavor}`, '5.14.21-150500.55.65.1'],
      }),
    ).toEqual([
      `kernel-${flavor} | 5.14.21-150500.55.39.1 | zypper update kernel-${flavor} && reboot`,
    ]);
  });

  it('removes headers of an old kernel, and upgrades those that have no version in their name', () => {
    const source = { source: 'linux', source_version: '6.1.76-1' };
    expect(
      summarize(
        debian(
          [
            image('6.1.0-28-amd64', '6.1.119-1'),
            image('6.1.0-18-amd64', '6.1.76-1'),
            deb('linux-headers-6.1.0-18-amd64', '6.1.76-1', source),
            deb('linux-headers-6.1.0-18-common', '6.1.76-1', source),
            deb('linux-libc-dev', '6.1.76-1', source),
          ],
          '6.1.100-1',
        ),
      ).sort(),
    ).toEqual([
      'linux-headers-6.1.0-18-amd64 | 6.1.76-1 | not running | apt-get purge linux-headers-6.1.0-18-amd64',
      'linux-headers-6.1.0-18-common | 6.1.76-1 | not running | apt-get purge linux-headers-6.1.0-18-common',
      'linux-image-6.1.0-18-amd64 | 6.1.76-1 | not running | apt-get purge linux-image-6.1.0-18-amd64',
      'linux-libc-dev | 6.1.76-1 | not running | apt-get update && apt-get install --only-upgrade linux-libc-dev',
    ]);
  });

  it('removes old rpm devel packages, and upgrades tools', () => {
    const old = '5.14.0-362.8.1.el9_3';
    const host = (name: string): Host => ({
      uname: ALMA,
      packages: [rpm('kernel-core', '5.14.0-427.13.1.el9_4'), rpm(name, old)],
      ecosystem: 'AlmaLinux:9',
      fix: ['binary', name, '5.14.0-427.13.1.el9_4'],
    });
    expect(
      ['kernel-devel', 'kernel-devel-matched', 'kernel-tools'].flatMap((n) => summarize(host(n))),
    ).toEqual([
      `kernel-devel | ${old} | not running | dnf remove kernel-devel-${old}`,
      `kernel-devel-matched | ${old} | not running | dnf remove kernel-devel-matched-${old}`,
      `kernel-tools | ${old} | not running | dnf upgrade kernel-tools`,
    ]);
  });

  it('removes headers of the running kernel that newer ones replace, without a reboot', () => {
    const headers = (release: string, version: string) =>
      deb(`linux-headers-${release}`, version, { source: 'linux', source_version: version });
    const ubuntu = (packages: MatchablePackage[]): Host => ({
      uname: 'Linux 6.8.0-50-generic #51-Ubuntu SMP PREEMPT_DYNAMIC Thu x86_64',
      packages,
      ecosystem: 'Ubuntu:24.04:LTS',
      fix: ['source', 'linux', '6.8.0-52.53'],
    });
    const both = ubuntu([
      image('6.8.0-50-generic', '6.8.0-50.51', 'linux-signed'),
      image('6.8.0-52-generic', '6.8.0-52.53', 'linux-signed'),
      headers('6.8.0-50', '6.8.0-50.51'),
      headers('6.8.0-50-generic', '6.8.0-50.51'),
      headers('6.8.0-52', '6.8.0-52.53'),
      headers('6.8.0-52-generic', '6.8.0-52.53'),
    ]);
    expect(summarize(both).sort()).toEqual([
      'linux-headers-6.8.0-50 | 6.8.0-50.51 | apt-get purge linux-headers-6.8.0-50',
      'linux-headers-6.8.0-50-generic | 6.8.0-50.51 | apt-get purge linux-headers-6.8.0-50-generic',
      'linux-image-6.8.0-50-generic | 6.8.0-50.51 | runs 6.8.0-50.51 | reboot',
    ]);
    const only = ubuntu([
      image('6.8.0-50-generic', '6.8.0-50.51', 'linux-signed'),
      headers('6.8.0-50-generic', '6.8.0-50.51'),
    ]);
    expect(summarize(only).sort()).toEqual([
      'linux-headers-6.8.0-50-generic | 6.8.0-50.51 | apt-get update && apt-get dist-upgrade',
      'linux-image-6.8.0-50-generic | 6.8.0-50.51 | apt-get update && apt-get dist-upgrade && reboot',
    ]);
  });

  it.each<[string, MatchablePackage[], string, Host['fix'], string]>([
    [
      'Debian',
      [image('6.1.0-28-amd64', '6.1.119-1'), image('6.1.0-30-amd64', '6.1.124-1')],
      'Debian:12',
      ['source', 'linux', '6.1.124-1'],
      'linux-image-6.1.0-28-amd64 | 6.1.119-1 | Reboot to run linux-image-6.1.0-30-amd64 6.1.124-1. ' +
        'Then collect an inventory, and remove linux-image-6.1.0-28-amd64 6.1.119-1.',
    ],
    [
      'RHEL',
      [
        rpm('kernel-core', '5.14.0-427.13.1.el9_4'),
        rpm('kernel-core', '5.14.0-427.20.1.el9_4'),
        rpm('kernel-devel', '5.14.0-427.13.1.el9_4'),
      ],
      'AlmaLinux:9',
      ['binary', 'kernel-core', '5.14.0-427.20.1.el9_4'],
      'kernel-core | 5.14.0-427.13.1.el9_4 | Reboot to run kernel-core 5.14.0-427.20.1.el9_4. ' +
        'Then collect an inventory, and remove kernel-core 5.14.0-427.13.1.el9_4.',
    ],
  ])(
    'reboots %s to the fixed kernel where it is not known which one runs',
    (_, packages, ecosystem, fix, expected) => {
      expect(summarize({ uname: null, packages, ecosystem, fix })).toEqual([expected]);
      const [, , fixed] = fix;
      const unfixed: Host['fix'] = [fix[0], fix[1], `${fixed}.9`];
      const remedies = summarize({ uname: null, packages, ecosystem, fix: unfixed });
      expect(remedies.every((one) => one.endsWith('reboot'))).toBe(true);
    },
  );

  it('does not remove the kernel of the next reboot', () => {
    expect(
      summarize(
        debian(
          [image('6.1.0-28-amd64', '6.1.119-1'), image('6.1.0-30-amd64', '6.1.124-1')],
          '6.1.128-1',
        ),
      ).sort(),
    ).toEqual([
      'linux-image-6.1.0-28-amd64 | 6.1.119-1 | apt-get update && apt-get dist-upgrade && reboot',
      'linux-image-6.1.0-30-amd64 | 6.1.124-1 | not running | apt-get update && apt-get dist-upgrade && reboot',
    ]);
  });
});
