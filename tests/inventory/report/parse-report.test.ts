import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../src/inventory/report/parse-report.js';
import { decodeReport } from '../../../src/inventory/report/report-format.js';
import { collect, find } from '../../support/agent-process.js';
import { capture } from '../../support/inventory-fixtures.js';

const debian = {
  'os-release': capture('os-release/debian_12'),
  hostname: 'web1\n',
  uname: 'Linux 6.1.0-28-amd64 #1 SMP x86_64\n',
  cpuinfo: 'processor\t: 0\nmodel name\t: A CPU\n',
  meminfo: 'MemTotal: 1024 kB\n',
  uptime: '12.5 3.0\n',
  dpkg: 'adduser\t3.134\tall\n',
};
const listPackages = (sections: Record<string, string>): string[] | null | undefined => {
  const made = parseSections(sections);
  return made.ok
    ? (made.packages?.map(({ format, name }) => `${format} ${name}`) ?? null)
    : undefined;
};

describe('an inventory', () => {
  it('is parsed from the sections of a report', () => {
    expect(parseSections(debian)).toEqual({
      ok: true,
      inventory: {
        name: 'web1',
        live_patches: null,
        custom_kernel: null,
        old_code: null,
        os: 'Debian GNU/Linux',
        os_version: '12',
        full_os_name: 'Debian GNU/Linux 12 (bookworm)',
        kernel_version: '6.1.0-28-amd64',
        running_kernel: '6.1.0-28-amd64',
        running_version: null,
        architecture: 'x86_64',
        ram: 1_048_576,
        cpu_cores: 1,
        cpu_name: 'A CPU',
        uptime: 12,
        reboot_required: null,
      },
      packages: [expect.objectContaining({ name: 'adduser', version: '3.134', format: 'dpkg' })],
      unreadable: [],
      removed: { names: [], logs: {}, times: {} },
      hasRepositories: false,
      packageList: 'whole',
      ecosystems: ['Debian:12'],
      warnings: [],
    });
  });

  it('of Windows is parsed from its JSON section', () => {
    const windows =
      '{"name":"SRV1","caption":"Microsoft Windows Server 2022 ' +
      'Standard","version":"10.0.20348","ubr":2340,"display_version":"21H2",' +
      '"architecture":"AMD64","ram":8589934592,"cpu_name":"Intel(R)  ' +
      'Xeon(R)","cpu_cores":4,"uptime":3600,"reboot_pending":true}';
    expect(
      parseSections({
        windows,
        'windows-programs': '{"name":"7-Zip","version":"23.01","view":64}',
        'windows-hotfixes': '{"id":"KB5034441","date":"20240210"}',
      }),
    ).toMatchObject({
      ok: true,
      inventory: {
        name: 'SRV1',
        os: 'Windows',
        os_version: '10.0.20348.2340',
        kernel_version: '10.0.20348.2340',
        full_os_name: 'Microsoft Windows Server 2022 Standard 21H2',
        architecture: 'x86_64',
        ram: 8_589_934_592,
        cpu_cores: 4,
        cpu_name: 'Intel(R) Xeon(R)',
        uptime: 3600,
        reboot_required: true,
      },
      packages: [{ name: '7-Zip' }, { name: 'KB5034441' }],
      warnings: [],
    });
  });

  it('has the readable facts, and warnings about the others', () => {
    expect(
      parseSections({
        ...debian,
        meminfo: 'nonsense',
        'os-release': '',
        surprise: 'kept elsewhere',
      }),
    ).toMatchObject({
      ok: true,
      inventory: { ram: null, os: null, name: 'web1' },
      warnings: [{ section: 'meminfo', message: 'no MemTotal' }],
    });
  });

  it.each([
    ['NAME="CentOS Linux"\nID=centos\nVERSION_ID="7"\n', 'CentOS Linux 7'],
    ['NAME="Arch Linux"\nID=arch\n', null],
  ])('has the name of a system without PRETTY_NAME: %j', (release, name) => {
    expect(parseSections({ 'os-release': release })).toMatchObject({
      inventory: { full_os_name: name },
    });
  });

  it('has the name of a system older than os-release', () => {
    expect(
      parseSections({
        'redhat-release': 'CentOS release 6.10 (Final)\n',
        rpm: capture('centos-6.rpm'),
      }),
    ).toMatchObject({ ok: true, inventory: { os: 'CentOS', os_version: '6.10' } });
  });

  it.each([
    [{}],
    [{ unknown: 'x' }],
    [{ 'os-release': '', dpkg: '', uname: '\0' }],
    [{ dpkg: '<html>\n<body>\n' }],
  ])('is refused without readable sections: %j', (sections) => {
    expect(parseSections(sections)).toMatchObject({ ok: false, reason: 'nothing_readable' });
  });
});

describe('the packages', () => {
  const rpm = 'a\t0\t1\t1\tnoarch\nb\t0\t1\t1\tnoarch\n';
  it.each([
    ['are the native ones of a Debian that also has rpm', { ...debian, rpm }, ['dpkg adduser']],
    [
      'are the native ones of a Fedora that also has dpkg',
      { ...debian, 'os-release': capture('os-release/fedora_40'), rpm },
      ['rpm a', 'rpm b'],
    ],
    [
      'are the own ones by ID_LIKE',
      { ...debian, 'os-release': 'ID=mine\nID_LIKE="rhel fedora"\n', rpm },
      ['rpm a', 'rpm b'],
    ],
    ['are the longer list of an unknown system', { dpkg: debian.dpkg, rpm }, ['rpm a', 'rpm b']],
    [
      'are unknown, not those of another tool, where the native ones are missing',
      { 'os-release': capture('os-release/debian_12'), rpm },
      null,
    ],
    [
      'are unknown where the native tool failed and there is another one',
      { ...debian, rpm, failed: 'dpkg 2\n' },
      null,
    ],
    [
      'are unknown where one of two tools failed on an unknown system',
      { hostname: 'web1', dpkg: debian.dpkg, rpm, failed: 'rpm 1\n' },
      null,
    ],
    [
      'are unknown where one of two lists is empty on an unknown system',
      { hostname: 'web1', dpkg: '', rpm },
      null,
    ],
    ['are listed once each', { dpkg: `${debian.dpkg}${debian.dpkg}` }, ['dpkg adduser']],
    ['are unknown, not removed, without a package list', { hostname: 'web1' }, null],
    ['are unknown where the list is empty', { ...debian, dpkg: '' }, null],
    ['are unknown where the tool failed', { ...debian, failed: 'dpkg 2\n' }, null],
  ])('%s', (_title, sections, expected) => {
    expect(listPackages(sections as Record<string, string>)).toEqual(expected);
  });

  it.each([
    ['alpine-3.11.apk', 'apk', 'alpine_3_20', 14],
    ['photon-30.rpm', 'rpm', 'photon_3', 32],
    ['amazon-2.rpm', 'rpm', 'amazon_2', 103],
    ['opensuse-leap-151.rpm', 'rpm', 'opensuseleap_15', 119],
  ])('are parsed from %s', (file, section, os, count) => {
    expect(
      listPackages({
        'os-release': capture(`os-release/${os}`),
        [section]: capture(file),
        dpkg: 'x1\t1\n'.repeat(500),
      })?.length,
    ).toBe(count);
  });

  it('that are ignored, and a failed tool, produce warnings', () => {
    expect(parseSections({ ...debian, rpm, failed: 'apk 1\n' })).toMatchObject({
      warnings: [
        { section: 'apk', message: 'its command exited with status 1 on the host' },
        { section: 'rpm', message: '2 packages of a second format were ignored' },
      ],
    });
  });
});

describe.runIf(find('dpkg-query') !== null && process.platform === 'linux')('this machine', () => {
  it('is described as by its own tools', async () => {
    const decoded = decodeReport(collect());
    const made = parseSections(decoded.ok ? decoded.sections : {});
    const run = (command: string): string =>
      execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim();
    expect(made).toMatchObject({
      ok: true,
      inventory: {
        name: hostname(),
        kernel_version: run('uname -r'),
        architecture: run('uname -m'),
        full_os_name: run('. /etc/os-release; echo "$PRETTY_NAME"'),
        os_version: run('. /etc/os-release; echo "$VERSION_ID"'),
        ram: Number(/MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024,
        cpu_cores: Number(run('grep -c ^processor /proc/cpuinfo')),
      },
    });
  });
});
