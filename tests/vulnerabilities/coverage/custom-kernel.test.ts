import { describe, expect, it } from 'vitest';
import { readFleetCoverage } from '../../../src/vulnerabilities/coverage/fleet-coverage.js';
import { readHostCoverages } from '../../../src/vulnerabilities/coverage/host-coverage.js';
import { setUpFleet } from '../../support/fleet.js';
import type { Deb } from '../../support/reports.js';
import { range, record } from '../../support/stored-records.js';

const image = (release: string, version: string): Deb => ({
  name: `linux-image-${release}`,
  source: 'linux-signed-amd64',
  version,
});
const DEBIAN = image('6.1.0-28-amd64', '6.1.119-1');
const CUSTOM = { uname: 'Linux 6.9.1-custom #1 SMP x86_64\n' };
const ON_DISK = { reboot: 'kernel 6.9.1-custom\n' };
const RULE = { now: 0, staleDays: 7 };
const TEXT =
  'The running kernel 6.9.1-custom belongs to no package: its vulnerabilities are not known.';

async function setUp() {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [range('bash', '2')] })]);
  const host = await app.addHost('10.0.0.1');
  const receive = async (kernels: Deb[] | null, sections: Record<string, string>) => {
    const packages = kernels && [{ name: 'bash', version: '5' }, ...kernels];
    await app.importInventory(host, packages, sections);
    const { ctx } = app;
    const coverage = readHostCoverages(ctx.database.sqlite, ctx.knowledge, [host], RULE).get(host);
    if (coverage === undefined) throw new Error('no coverage');
    const { state, reason, message } = coverage.packages;
    return { state, reason, message };
  };
  const allGaps = () =>
    readFleetCoverage(app.ctx.database.sqlite, app.ctx.knowledge, RULE).gaps.map(
      ({ message }) => message,
    );
  return { ...app, host, receive, allGaps };
}

describe('the packages of a host whose kernel is of no package', () => {
  it.each<[string, Deb[], Record<string, string>]>([
    ['beside a kernel of the distribution', [DEBIAN], CUSTOM],
    ['beside the newest kernel', [DEBIAN, image('amd64', '6.1.119-1')], CUSTOM],
    ['without kernel packages', [], { ...CUSTOM, ...ON_DISK }],
  ])('are partly checked: %s', async (_title, kernels, sections) => {
    const { receive } = await setUp();
    const partly = { state: 'partly', reason: 'custom_kernel', message: TEXT };
    expect(await receive(kernels, sections)).toEqual(partly);
    expect(await receive(kernels, { ...sections, uname: '' })).toEqual(partly);
    expect(await receive(null, sections)).toMatchObject({ state: 'partly' });
    expect((await receive(kernels, sections)).message).toBe(TEXT);
  });

  const pve = { uname: 'Linux 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 x86_64\n' };
  it.each<[string, Deb[], Record<string, string>]>([
    ['the kernel of the distribution runs', [DEBIAN], {}],
    ['a container has no kernel', [], CUSTOM],
    ['a container has kernel packages', [DEBIAN], { ...CUSTOM, container: 'lxc\n' }],
    [
      'a container sees the files of its host',
      [],
      { ...CUSTOM, ...ON_DISK, container: 'docker\n' },
    ],
    [
      'the kernel is of a package of Proxmox',
      [DEBIAN, { name: 'proxmox-kernel-6.8.12-4-pve-signed', version: '6.8.12-4' }],
      pve,
    ],
    [
      'the kernel is of a package without a version in its name',
      [{ name: 'raspberrypi-kernel', version: '1:1.20230405-1' }],
      { uname: 'Linux 6.1.21-v8+ #1642 SMP aarch64\n', reboot: 'kernel 6.1.21-v8+\n' },
    ],
    [
      'the kernel is of a package of a board',
      [{ name: 'linux-image-current-rockchip64', version: '24.5.1' }],
      {
        uname: 'Linux 6.6.31-current-rockchip64 #1 SMP aarch64\n',
        reboot: 'kernel 6.6.31-current-rockchip64\n',
      },
    ],
    ['its own package is installed', [DEBIAN, image('6.9.1-custom', '6.9.1-1')], CUSTOM],
    ['which kernel runs was never known', [DEBIAN], { uname: '' }],
  ])('have no gap where %s', async (_title, kernels, sections) => {
    const { receive } = await setUp();
    expect((await receive(kernels, sections)).reason).not.toBe('custom_kernel');
  });

  it('are in the coverage of the fleet without the release', async () => {
    const { receive, allGaps, addHost, importInventory } = await setUp();
    await receive([DEBIAN], CUSTOM);
    const other = await addHost('10.0.0.2');
    await importInventory(other, [DEBIAN], { uname: 'Linux 6.9.2-mine #1 SMP x86_64\n' });
    const gaps = allGaps();
    expect(gaps).toContain(
      'The running kernel belongs to no package: its vulnerabilities are not known.',
    );
  });

  it('are matched as a whole after a kernel of a package runs', async () => {
    const { receive } = await setUp();
    await receive([DEBIAN], CUSTOM);
    expect((await receive([DEBIAN], {})).reason).not.toBe('custom_kernel');
  });
});
