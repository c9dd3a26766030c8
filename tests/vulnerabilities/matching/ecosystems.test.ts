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
};
const SEVERAL = [
  'redhat_7',
  'redhat_8',
  'redhat_9',
  'sled_12_3',
  'sled_15',
  'sles_11',
  'sles_12',
  'sles_15',
  'sles_sap_12_0',
  'sles_sap_12_1',
  'sles_sap_12_2',
  'sles_sap_12_3',
];

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
    ['sles_12', ['Linux Enterprise Server 12 SP5', 'Linux Enterprise Server 12 SP5-LTSS']],
    [
      'sles_sap_12_0',
      [
        'Linux Enterprise Server 12',
        'Linux Enterprise Server 12-LTSS',
        'Linux Enterprise Server for SAP Applications 12',
        'Linux Enterprise Server for SAP Applications 12-LTSS',
      ],
    ],
    ['sled_12_3', ['Linux Enterprise Desktop 12 SP3', 'Linux Enterprise Desktop 12 SP3-LTSS']],
  ])('are the SUSE products that %s receives updates of', (name, products) => {
    const all = ecosystems(name) ?? [];
    const bases = all.filter((each) => /Server|Desktop (?!App)/.test(each));
    expect(bases).toEqual(products.map((product) => `SUSE:${product}`));
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ['sles_15', 'Linux Enterprise High Availability Extension 15 SP7'],
    ['sles_15', 'Linux Enterprise Live Patching 15 SP7'],
    ['sles_15', 'Linux Enterprise Workstation Extension 15 SP7'],
    ['sles_15', 'Linux Enterprise Module for Transactional Server 15 SP7'],
    ['sles_15', 'Package Hub 15 SP7'],
    ['sles_12', 'Linux Enterprise High Availability Extension 12 SP5'],
    ['sles_12', 'Linux Enterprise Software Development Kit 12 SP5'],
    ['sles_12', 'Linux Enterprise Module for Web and Scripting 12'],
    ['sled_12_3', 'Linux Enterprise Workstation Extension 12 SP3'],
  ])('of %s contain each part of its service pack: %s', (name, product) => {
    expect(ecosystems(name)).toContain(`SUSE:${product}`);
  });

  it('contain the modules of SUSE 15 and the repositories of Red Hat', () => {
    expect(ecosystems('sles_15')).toContain('SUSE:Linux Enterprise Module for Basesystem 15 SP7');
    expect(ecosystems('redhat_9')).toEqual(
      expect.arrayContaining([
        'Red Hat:enterprise_linux:9::baseos',
        'Red Hat:enterprise_linux:9::appstream',
      ]),
    );
  });

  it('contain Ubuntu Pro after Ubuntu, only if it is enabled', () => {
    expect(ecosystems('ubuntu_2204', on('esm-infra', 'livepatch'))).toEqual([
      'Ubuntu:22.04:LTS',
      'Ubuntu:Pro:22.04:LTS',
    ]);
    expect(ecosystems('ubuntu_2204', { ...on('esm-infra'), attached: false })).toEqual([
      'Ubuntu:22.04:LTS',
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
