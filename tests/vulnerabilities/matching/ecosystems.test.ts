import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../src/inventory/report/parse-report.js';
import { ecosystemsFor } from '../../../src/vulnerabilities/matching/ecosystems.js';
import { capture } from '../../support/inventory-fixtures.js';

const RELEASES = new Map(
  capture('os-releases.txt')
    .split(/^== /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]),
);

function ecosystems(name: string, pro?: object): string[] | null {
  const parsed = parseSections({
    'os-release': RELEASES.get(name) ?? '',
    uname: 'Linux 6.1.0 #1 SMP x86_64\n',
    ...(pro && { 'ubuntu-pro': JSON.stringify(pro) }),
  });
  return parsed.ok ? parsed.ecosystems : null;
}
const system = (id: string, version: string, more: { codename?: string; pro?: string[] } = {}) => ({
  id,
  version,
  codename: null,
  pro: [],
  ...more,
});
const on = (...names: string[]) => ({
  attached: true,
  services: names.map((name) => ({ name, status: 'enabled' })),
});

const ALONE: Record<string, string> = {
  alma_10: 'AlmaLinux:10',
  alma_8: 'AlmaLinux:8',
  alma_9: 'AlmaLinux:9',
  rocky_8: 'Rocky Linux:8',
  rocky_9: 'Rocky Linux:9',
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => [`alpine_3_${n + 8}`, `Alpine:v3.${n + 8}`]),
  ),
  ...Object.fromEntries([7, 8, 9, 10, 11, 12, 13].map((n) => [`debian_${n}`, `Debian:${n}`])),
  mxlinux: 'Debian:12',
  ...Object.fromEntries(
    ['14.04', '16.04', '18.04', '20.04', '22.04', '24.04'].map((v) => [
      `ubuntu_${v.replace('.', '')}`,
      `Ubuntu:${v}:LTS`,
    ]),
  ),
  ubuntu_2504: 'Ubuntu:25.04',
  ubuntu_2510: 'Ubuntu:25.10',
  ...Object.fromEntries(
    ['kubuntu_22_04', 'lubuntu_22_04', 'ubuntuunity_22_04'].map((name) => [
      name,
      'Ubuntu:22.04:LTS',
    ]),
  ),
  ...Object.fromEntries(
    [
      'kubuntu_24_04',
      'lubuntu_24_04',
      'ubuntubudgie_24_04',
      'ubuntumate_24_04',
      'ubuntuunity_24_04',
      'xubuntu_24_04',
    ].map((name) => [name, 'Ubuntu:24.04:LTS']),
  ),
  opensuseleap_15: 'openSUSE:Leap 15.6',
  opensuseleap_16: 'openSUSE:Leap 16.0',
  opensuseleap_42_3: 'openSUSE:Leap 42.3',
  opensusetumbleweed: 'openSUSE:Tumbleweed',
  'suse-microos': 'SUSE:Linux Enterprise Micro 5.1',
  wolfi: 'Wolfi',
  redhat_10: 'Red Hat:enterprise_linux:10.0',
  redhat_7: 'Red Hat:enterprise_linux:7::server',
  sled_12_3: 'SUSE:Linux Enterprise Desktop 12 SP3',
  sled_15: 'SUSE:Linux Enterprise Desktop 15',
  sles_11: 'SUSE:Linux Enterprise Server 11 SP4',
  sles_12: 'SUSE:Linux Enterprise Server 12 SP5',
  sles_15: 'SUSE:Linux Enterprise Server 15 SP7',
  sles_sap_12_0: 'SUSE:Linux Enterprise Server 12',
  sles_sap_12_1: 'SUSE:Linux Enterprise Server 12 SP1',
  sles_sap_12_2: 'SUSE:Linux Enterprise Server 12 SP2',
  sles_sap_12_3: 'SUSE:Linux Enterprise Server 12 SP3',
};
const SEVERAL = ['redhat_8', 'redhat_9'];

describe('ecosystems of a system', () => {
  it.each(Object.entries(ALONE))('finds for %s: %s', (name, ecosystem) => {
    expect(ecosystems(name)).toEqual([ecosystem]);
  });

  it('are known for 65 of 155 systems; the others have none', () => {
    const covered = [...RELEASES.keys()].filter((name) => (ecosystems(name) ?? []).length > 0);
    expect(RELEASES.size).toBe(155);
    expect(covered.toSorted()).toEqual([...Object.keys(ALONE), ...SEVERAL].sort());
  });

  it('use the new name of SUSE Linux Micro since version 6', () => {
    expect(ecosystemsFor(system('sl-micro', '6.0'))).toEqual(['SUSE:Linux Micro 6.0']);
  });

  it.each([
    'linuxmint_22',
    'kali_2025_4',
    'raspbian_11',
    'pop_os_22_04',
    'centos_7',
    'oracle_9',
    'amazon_2023',
  ])('are empty for %s, whose packages no feed covers', (name) => {
    expect(ecosystems(name)).toEqual([]);
  });

  it.each([
    ['sle_hpc', '15.5', 'SUSE:Linux Enterprise Server 15 SP5'],
    ['sle_rt', '15.6', 'SUSE:Linux Enterprise Server 15 SP6'],
    ['sles_sap', '12.5', 'SUSE:Linux Enterprise Server 12 SP5'],
    ['sles_sap', '16.0', 'SUSE:Linux Enterprise Server 16.0'],
    ['sled', '15.7', 'SUSE:Linux Enterprise Desktop 15 SP7'],
    ['rhel', '10.1', 'Red Hat:enterprise_linux:10.1'],
    ['rhel', '6.10', 'Red Hat:enterprise_linux:6::server'],
    ['rhel', '5.11', 'Red Hat:enterprise_linux:5.11'],
  ])('are the base product only, since the data name the others: %s %s', (id, version, name) => {
    expect(ecosystemsFor(system(id, version))).toEqual([name]);
  });

  it.each([
    ['9.4', ['rhel-9-for-x86_64-baseos-rpms'], []],
    ['9.4', ['rhel-9-for-x86_64-baseos-eus-rpms'], ['rhel_eus:9.4']],
    ['9.2', ['rhel-9-for-x86_64-appstream-e4s-rpms'], ['rhel_eus:9.2', 'rhel_e4s:9.2']],
    ['8.6', ['rhui-rhel-8-for-x86_64-baseos-tus-rhui-rpms'], ['rhel_eus:8.6', 'rhel_tus:8.6']],
    [
      '8.4',
      ['rhel-8-for-x86_64-baseos-aus-rpms'],
      ['rhel_eus:8.4', 'rhel_e4s:8.4', 'rhel_aus:8.4'],
    ],
    ['7.9', ['rhel-7-server-els-rpms'], ['rhel_els:7']],
    ['9.4', ['rhel-9-for-x86_64-baseos-eus-debug-rpms', 'epel', 'my-eus-rpms'], []],
  ])('contain the extended support whose repositories RHEL %s has enabled: %j', (...row) => {
    const [version, repositories, extended] = row;
    const all = ecosystemsFor({ ...system('rhel', version), repositories });

    expect(all.filter((name) => !name.includes('enterprise_linux'))).toEqual(
      extended.map((name) => `Red Hat:${name}`),
    );
  });

  it('contain Ubuntu Pro after Ubuntu, only if it is enabled', () => {
    expect(ecosystems('ubuntu_2204', on('esm-infra', 'livepatch'))).toEqual([
      'Ubuntu:22.04:LTS',
      'Ubuntu:Pro:22.04:LTS',
      'Ubuntu:Pro:esm-infra:22.04:LTS',
    ]);
    expect(ecosystems('ubuntu_2204', { ...on('esm-infra'), attached: false })).toEqual([
      'Ubuntu:22.04:LTS',
    ]);
    expect(ecosystems('ubuntu_2204', on('esm-infra', 'esm-apps'))).toEqual([
      'Ubuntu:22.04:LTS',
      'Ubuntu:Pro:22.04:LTS',
    ]);
    expect(ecosystems('ubuntu_2204', on('livepatch'))).toEqual(['Ubuntu:22.04:LTS']);
    expect(
      ecosystems('ubuntu_2204', {
        attached: true,
        services: [{ name: 'esm-infra', status: 'disabled' }, null, 7, {}],
      }),
    ).toEqual(['Ubuntu:22.04:LTS']);
    expect(ecosystems('ubuntu_2004', on('esm-apps', 'fips-updates'))).toEqual([
      'Ubuntu:20.04:LTS',
      'Ubuntu:Pro:20.04:LTS',
      'Ubuntu:Pro:FIPS-updates:20.04:LTS',
      'Ubuntu:Pro:esm-apps:20.04:LTS',
    ]);
  });

  it('recognize Debian testing by its code name and Alpine edge by its version', () => {
    expect(ecosystemsFor(system('debian', '', { codename: 'forky' }))).toEqual(['Debian:14']);
    expect(ecosystemsFor(system('debian', '', { codename: 'unheard' }))).toEqual([]);
    expect(ecosystemsFor(system('alpine', '3.24_alpha20260901'))).toEqual(['Alpine:edge']);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('are empty for the system id %j', (id) => {
    expect(ecosystemsFor(system(id, '12'))).toEqual([]);
  });

  it('are null if the report does not identify the system', () => {
    expect(parseSections({ uname: 'Linux 6.1.0 #1 SMP x86_64\n' })).toMatchObject({
      ecosystems: null,
    });
  });
});
