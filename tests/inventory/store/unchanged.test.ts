import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { fingerprint } from '../../../src/inventory/ingest-worker/fingerprint.js';
import { createInventories } from '../../../src/inventory/inventories.service.js';
import { listRawReports } from '../../support/raw-reports.js';
import { addHosts, heldClock, NOW, testDatabase } from '../../support/database.js';
import { debianReport, type Deb } from '../../support/reports.js';

const A: Deb = { name: 'a', version: '1' };
const B: Deb = { name: 'b', version: '1' };
// not the running one: a reboot is required
const KERNEL: Deb = { name: 'linux-image-6.1.0-28-amd64', version: '6.1.200-1' };
const later = (packages: readonly Deb[] | null = [A, KERNEL], more = {}) =>
  debianReport(packages, { uptime: '99.00 9.00\n', ...more });

function setUp() {
  const database = testDatabase();
  const [host = 0] = addHosts(database, 1);
  const matched: (number | null | undefined | false)[] = [];
  const inventories = createInventories({
    database,
    clock: heldClock(),
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    vulnerabilities: {
      stateOf: () => undefined,
      whenMatched: async () => undefined,
      matchHost: (_: number, lookedAt: number | null) => {
        matched.push(lookedAt);
      },
    },
  });
  const store = (sections: Record<string, string>) =>
    inventories.storeReport(host, sections, { source: 'agent' });
  const read = (sections: Record<string, string>) => inventories.prepareReport(host, sections);
  const keep = (report: Awaited<ReturnType<typeof read>>) =>
    writeTransaction(database, () =>
      inventories.storePrepared(host, report, { source: 'agent', now: NOW }),
    );
  const names = (): string[] =>
    database.sqlite
      .prepare<[], string>(
        'SELECT p.name FROM host_packages l JOIN packages p ON p.id = l.package_id ORDER BY 1',
      )
      .pluck()
      .all();
  const row = () =>
    database.sqlite
      .prepare(
        'SELECT uptime, reboot_required, packages_count, warnings, report_id FROM inventories',
      )
      .get();
  const raw = async () => (await listRawReports(database.db, host)).map((r) => r.sections);
  return { database, inventories, host, matched, store, read, keep, names, row, raw };
}

describe('a report with unchanged packages', () => {
  it('is recognized, and stored with all other facts', async () => {
    const { store, read, keep, names, row, raw, matched } = setUp();
    await store(debianReport([A, KERNEL]));
    expect((await read(later())).packages).toBe('unchanged');
    const { inventory, packages_count } = await store(later());
    expect([inventory.reboot_required, inventory.uptime, packages_count]).toEqual([true, 99, 2]);
    expect([names(), row()]).toEqual([
      ['a', KERNEL.name],
      { uptime: 99, reboot_required: 1, packages_count: 2, warnings: '[]', report_id: 2 },
    ]);
    expect(await raw()).toEqual([later(), debianReport([A, KERNEL])]);
    expect(matched).toEqual([NOW, NOW]);
    await keep(await read(later()));
    await keep(await read(later([A, KERNEL], { cpuinfo: 'unknown' })));
    expect(await raw()).toEqual([later([A, KERNEL], { cpuinfo: 'unknown' }), later()]);
  });

  it.each<[string, Record<string, string>]>([
    ['another list', later([A, B])],
    ['another order of the list', later([KERNEL, A])],
    ['no list', later(null)],
    [
      'another running kernel',
      later(undefined, {
        uname: 'Linux 6.1.0-29-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.120-1 (2024-12-01) x86_64\n',
      }),
    ],
    [
      'another system',
      later(undefined, { 'os-release': 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\n' }),
    ],
    ['a list that failed', later(undefined, { failed: 'dpkg 1\n' })],
    ['an unknown section', later(undefined, { odd: 'x' })],
  ])('is not recognized with %s', async (_what, sections) => {
    const { store, read } = setUp();
    await store(debianReport([A, KERNEL]));
    expect((await read(sections)).packages).not.toBe('unchanged');
  });

  it('is not recognized after a report with warnings, which are repeated for each report', async () => {
    const { store, row, read } = setUp();
    const damaged = later([A], { dpkg: 'a\t1\tamd64\ta\t1\tii \t1\nhalf a line\n' });
    await store(damaged);
    const before = (row() as { warnings: string }).warnings;
    expect(before).not.toBe('[]');
    expect((await read(damaged)).packages).not.toBe('unchanged');
    await store(damaged);
    expect((row() as { warnings: string }).warnings).toBe(before);
  });

  it('is parsed completely when another report was stored first', async () => {
    const { store, read, keep, names, raw } = setUp();
    await store(debianReport([A]));
    const same = await read(later([A]));
    await store(debianReport([B]));
    expect(names()).toEqual(['b']);
    await keep(same);
    expect([names(), await raw()]).toEqual([['a'], [later([A]), debianReport([B])]]);
  });

  it('is parsed completely when a report without a package list was stored first', async () => {
    const { store, read, keep, names, raw } = setUp();
    await store(debianReport([A]));
    const same = await read(later([A]));
    await store(debianReport(null));
    await keep(same);
    expect([names(), (await raw())[0]]).toEqual([['a'], later([A])]);
  });

  it('is parsed completely when the last report was rolled back or deleted', async () => {
    const { database, host, store, read, keep, names, raw, inventories } = setUp();
    await store(debianReport([B]));
    const other = await read(debianReport([A]));
    expect(() =>
      database.sqlite.transaction(() => {
        inventories.storePrepared(host, other, { source: 'agent', now: NOW });
        throw new Error('rolled back');
      })(),
    ).toThrow('rolled back');
    const same = await read(later([A]));
    expect(same.packages).toBe('unchanged');
    await keep(same);
    expect([names(), await raw()]).toEqual([['a'], [later([A]), debianReport([B])]]);
    database.sqlite.prepare('DELETE FROM inventory_reports').run();
    await store(later([A]));
    expect([names(), await raw()]).toEqual([['a'], [later([A])]]);
  });

  it('keeps its lines and packages at any step of a garbage collection', async () => {
    for (let step = 1; step < 9; step += 1) {
      const { database, host, store, read, names, raw, inventories } = setUp();
      await store(debianReport([A, B]));
      const same = await read(later([A, B]));
      let calls = 0;
      await inventories.gc(() => {
        calls += 1;
        if (calls === step)
          for (let times = 0; times < 2; times += 1)
            database.sqlite.transaction(() =>
              inventories.storePrepared(host, same, { source: 'agent', now: NOW }),
            )();
        return false;
      });
      if (calls < step) break;
      expect([step, names(), await raw()]).toEqual([
        step,
        ['a', 'b'],
        [later([A, B]), later([A, B])],
      ]);
    }
  });
});

describe('the fingerprint of packages', () => {
  it('differs for other distributions of text over sections, and is null for malformed text', () => {
    const all = [
      { dpkg: 'ab', odd: 'c' },
      { dpkg: 'a', odd: 'bc' },
      { dpkg: 'ab' },
      { rpm: 'ab' },
      {},
    ].map((sections) => fingerprint(sections as Record<string, string>));
    expect(new Set(all).size).toBe(all.length);
    expect(fingerprint({ dpkg: 'a', uptime: '1', hostname: 'x' })).toBe(
      fingerprint({ dpkg: 'a', uptime: '2' }),
    );
    expect(fingerprint({ dpkg: '\ud800' })).toBeNull();
  });
});
