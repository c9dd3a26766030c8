import { describe, expect, it } from 'vitest';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';
import type { Deb } from '../../support/reports.js';

const TOOL = { name: 'tool', version: '2.0-1' };
const BASH = { name: 'bash', version: '1' };
const NEWER = { name: 'tool', version: '2.1-1' };
const offered = (...packages: Deb[]) => ({
  'dpkg-origins': packages
    .map(({ name, version }) => `apt.example.com_stable\t${name}\t${version}\n`)
    .join(''),
});
const many = (version: string): Deb[] =>
  Array.from({ length: 1200 }, (_, i) => ({ name: `p${i}`, version }));

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  app.storeRecords('osv-debian', [
    record('DEBIAN-CVE-2024-1', { ranges: [range('tool', '3.0-1')] }),
    record('DEBIAN-CVE-2024-2', { ranges: [range('bash', '2')] }),
  ]);
  const vendor = () =>
    app.rows<{ vendor: string | null }>(
      `SELECT vendor FROM host_packages JOIN packages p ON p.id = package_id WHERE p.name = 'tool'`,
    )[0]?.vendor;
  const changes = () =>
    app.rows('SELECT appeared, disappeared FROM finding_days WHERE appeared + disappeared > 0');
  return { ...app, vendor, changes, report: app.importInventory.bind(null, host), host };
}

const NOTED = 'repository apt.example.com_stable';
const BASH_ONLY = ['CVE-2024-2 bash 1 → 2'];

describe('the repository of an installed package', () => {
  it.each([
    ['offers only a newer version', { ...offered(NEWER) }],
    ['was removed', {}],
  ])('is kept while its version stays, after the repository %s', async (_, sections) => {
    const { host, report, vendor, findings, changes } = await setUp();
    await report([TOOL, BASH], offered(TOOL));
    const before = changes();
    await report([TOOL, BASH], sections);
    expect([vendor(), findings(host)]).toEqual([NOTED, BASH_ONLY]);
    await report([TOOL, { ...BASH, version: '1.1' }], sections);

    expect([vendor(), findings(host)]).toEqual([NOTED, ['CVE-2024-2 bash 1.1 → 2']]);
    expect(changes()).toEqual(before);
    await report([NEWER, BASH], offered(NEWER));
    expect(vendor()).toBe(NOTED);
    await report([{ ...NEWER, version: '2.2-1' }, BASH], sections);
    expect(vendor()).toBeNull();
  });

  it('is the one that the report names', async () => {
    const { report, vendor } = await setUp();
    await report([TOOL, BASH], offered(TOOL));
    await report([TOOL, BASH], { 'dpkg-origins': 'nginx.org_packages\ttool\t2.0-1\n' });

    expect(vendor()).toBe('nginx.org_packages');
  });

  it('is kept where a long list is stored in parts', async () => {
    const { report, vendor } = await setUp();
    await report([TOOL, ...many('1')], offered(TOOL));
    await report([TOOL, ...many('2')]);

    expect(vendor()).toBe(NOTED);
  });
});
