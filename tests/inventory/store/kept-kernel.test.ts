import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/vulnerabilities/facts.js';
import { setUpFleet } from '../../support/fleet.js';
import type { Deb } from '../../support/reports.js';
import { range, record } from '../../support/stored-records.js';

const debian = (release: string, version: string): string =>
  `Linux ${release} #1 SMP PREEMPT_DYNAMIC Debian ${version} (2024-11-22) x86_64\n`;
const image = (release: string, version: string): Deb => ({
  name: `linux-image-${release}`,
  version,
  source: 'linux-signed-amd64',
});

const OLD = image('6.1.0-28-amd64', '6.1.119-1');
const IN_PLACE = image('6.1.0-28-amd64', '6.1.124-1');
const NEXT = image('6.1.0-30-amd64', '6.1.124-1');
const RUNS_OLD = { uname: debian('6.1.0-28-amd64', '6.1.119-1') };
const RUNS_NEW = { uname: debian('6.1.0-30-amd64', '6.1.124-1') };
const WITHOUT_BUILD = { uname: 'Linux 6.1.0-28-amd64 x86_64\n' };
const NO_UNAME = { uname: '' };
const OTHER_KERNEL = { uname: 'Linux 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 x86_64\n' };
const LXC = { container: 'lxc\n' };
const LATER = { uptime: '60.00 1.00\n' };

type Report = [kernels: Deb[], sections: Record<string, string>];

/** Returns the finding after these reports, each 10 minutes after the last one; and the warnings of the last one. */
async function receive(reports: readonly Report[], fixed = '6.1.124-1') {
  const { storeRecords, addHost, importInventory, rows, clock } = await setUpFleet();
  storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [range('linux', fixed)] })]);
  const host = await addHost('10.0.0.1');
  for (const [kernels, sections] of reports) {
    clock.advance(600);
    await importInventory(host, [{ name: 'bash', version: '5' }, ...kernels], {
      uptime: '99999.00 1.00\n',
      ...sections,
    });
  }
  const facts = rows<{ basis: string; package: string; installed_version: string | null }>(
    'SELECT k.* FROM host_findings f JOIN facts k ON k.id = f.fact_id',
  ).map(({ package: name, installed_version: installed, basis }) => {
    const { runs_old_code: old, running_version: running } = JSON.parse(basis) as Fact['basis'];
    return [name, installed ?? '-', ...(old ? [`${old} ${running}`] : [])].join(' ');
  });
  const [row] = rows<{
    warnings: string;
    running_kernel: string | null;
    custom_kernel: string | null;
  }>('SELECT warnings, running_kernel, custom_kernel FROM inventories');
  return {
    facts,
    warnings: row?.warnings ?? '',
    running: row?.running_kernel,
    custom: row?.custom_kernel,
  };
}

const RUNNING = 'linux-image-6.1.0-28-amd64 6.1.119-1 kernel 6.1.119-1';
const UPGRADED = 'linux-image-6.1.0-28-amd64 6.1.124-1 kernel 6.1.119-1';
const REMOVED = 'linux-image-6.1.0-28-amd64 - kernel 6.1.119-1';

describe('a finding of the kernel that runs', () => {
  it.each<[string, Report[], string[]]>([
    [
      'a report after the upgrade does not name the kernel',
      [
        [[OLD], RUNS_OLD],
        [[OLD, NEXT], NO_UNAME],
      ],
      [RUNNING],
    ],
    [
      'several reports do not',
      [
        [[OLD], RUNS_OLD],
        [[NEXT], NO_UNAME],
        [[NEXT], NO_UNAME],
      ],
      [REMOVED],
    ],
    [
      'the section is missing, and the package was upgraded in place',
      [
        [[OLD], RUNS_OLD],
        [[IN_PLACE], { failed: 'uname 1\n' }],
      ],
      [UPGRADED],
    ],
    [
      'the host restarted, and the report does not name the kernel',
      [
        [[OLD], RUNS_OLD],
        [[IN_PLACE], { ...NO_UNAME, ...LATER }],
      ],
      [UPGRADED],
    ],
    [
      'an older collector names the release without the build',
      [
        [[OLD], RUNS_OLD],
        [[IN_PLACE], WITHOUT_BUILD],
      ],
      [UPGRADED],
    ],
    [
      'its package, the last one of a kernel, is removed',
      [
        [[OLD], RUNS_OLD],
        [[], RUNS_OLD],
        [[], RUNS_OLD],
      ],
      [REMOVED],
    ],
    [
      'it is upgraded in place and then removed',
      [
        [[OLD], RUNS_OLD],
        [[IN_PLACE], RUNS_OLD],
        [[], RUNS_OLD],
      ],
      [REMOVED],
    ],
    [
      'the next kernel is removed too',
      [
        [[OLD], RUNS_OLD],
        [[NEXT], RUNS_OLD],
        [[], RUNS_OLD],
      ],
      [REMOVED],
    ],
    [
      'its package is removed, and the report does not name the kernel',
      [
        [[OLD], RUNS_OLD],
        [[], NO_UNAME],
        [[], NO_UNAME],
      ],
      [REMOVED],
    ],
    [
      'a report without a package list follows the removal',
      [
        [[OLD], RUNS_OLD],
        [[], RUNS_OLD],
        [[], { ...RUNS_OLD, dpkg: '' }],
      ],
      [REMOVED],
    ],
    [
      'a fixed kernel is installed after the removal',
      [
        [[OLD], RUNS_OLD],
        [[], RUNS_OLD],
        [[NEXT], RUNS_OLD],
      ],
      [REMOVED],
    ],
  ])('stays open where %s', async (_title, reports, expected) => {
    expect((await receive(reports)).facts).toEqual(expected);
  });

  it.each<[string, Report[]]>([
    [
      'another kernel runs',
      [
        [[OLD], RUNS_OLD],
        [[NEXT], NO_UNAME],
        [[NEXT], RUNS_NEW],
      ],
    ],
    [
      'the host restarted with the release that was upgraded in place, and the build is not named',
      [
        [[OLD], RUNS_OLD],
        [[IN_PLACE], { ...WITHOUT_BUILD, ...LATER }],
      ],
    ],
    [
      'a kernel of no package runs after the removal',
      [
        [[OLD], RUNS_OLD],
        [[], RUNS_OLD],
        [[], OTHER_KERNEL],
      ],
    ],
    [
      'a container has the package of another kernel than the one of its host',
      [[[IN_PLACE, NEXT], { ...RUNS_OLD, ...LXC }]],
    ],
    [
      'the host became a container with the kernel of its host',
      [
        [[OLD], RUNS_OLD],
        [[], OTHER_KERNEL],
      ],
    ],
    [
      'the host became a container with an equal kernel',
      [
        [[OLD], RUNS_OLD],
        [[], { ...RUNS_OLD, ...LXC }],
      ],
    ],
    [
      'a container that removed its kernel package does not name the kernel',
      [
        [[OLD], { ...RUNS_OLD, ...LXC }],
        [[], { ...NO_UNAME, ...LXC }],
      ],
    ],
    [
      'a container never had a kernel',
      [
        [[], { ...RUNS_OLD, ...LXC }],
        [[], RUNS_OLD],
      ],
    ],
    [
      'a container without signs of one never had a kernel',
      [
        [[], RUNS_OLD],
        [[], RUNS_OLD],
      ],
    ],
  ])('is absent where %s', async (_title, reports) => {
    expect((await receive(reports)).facts).toEqual([]);
  });

  it('has the warning that a report does not name the kernel', async () => {
    const { warnings, running } = await receive([
      [[OLD], RUNS_OLD],
      [[NEXT], NO_UNAME],
    ]);
    expect(warnings).toContain('the running kernel 6.1.0-28-amd64 of an earlier report is kept');
    expect(running).toBe('6.1.0-28-amd64');
  });

  it('is not kept for another system on the host', async () => {
    const alpine = 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.1\n';
    const { running } = await receive([
      [[OLD], RUNS_OLD],
      [[], { ...NO_UNAME, 'os-release': alpine, dpkg: '' }],
    ]);
    expect(running).toBeNull();
  });
});

it('is of a known package after its removal, also where the report does not name the build', async () => {
  const { facts, custom } = await receive([
    [[OLD], WITHOUT_BUILD],
    [[NEXT], WITHOUT_BUILD],
  ]);
  expect(facts).toEqual([REMOVED]);
  expect(custom).toBeNull();
});
