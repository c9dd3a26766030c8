import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../src/database/write-transaction.js';
import {
  rawReports,
  readStoredReport,
  storeReport,
} from '../../src/inventory/inventories.service.js';
import { fingerprint } from '../../src/inventory/ingest-worker/fingerprint.js';
import { storeInventory } from '../../src/inventory/store.js';
import { gcInventories } from '../../src/inventory/inventory.gc.js';
import { addHosts, heldClock, NOW, testDatabase } from '../support/database.js';
import { debianReport, type Deb } from '../support/reports.js';

const A: Deb = { name: 'a', version: '1' };
const B: Deb = { name: 'b', version: '1' };
const KERNEL: Deb = { name: 'linux-image-6.1.0-28-amd64', version: '6.1.200-1' }; // not what runs: a reboot is due
const later = (packages: readonly Deb[] | null = [A, KERNEL], more = {}) =>
  debianReport(packages, { uptime: '99.00 9.00\n', ...more });

function world() {
  const database = testDatabase();
  const [host = 0] = addHosts(database, 1);
  const judged: (number | null | undefined | false)[] = [];
  const ctx = {
    database,
    clock: heldClock(),
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    vulnerabilities: {
      stateOf: () => undefined,
      matchHost: (_: number, lookedAt: number | null) => {
        judged.push(lookedAt);
      },
    },
  };
  const store = (sections: Record<string, string>) =>
    storeReport(ctx, host, sections, { source: 'agent' });
  const read = (sections: Record<string, string>) => readStoredReport(ctx, host, sections);
  const keep = (report: Awaited<ReturnType<typeof read>>) =>
    writeTransaction(database, () =>
      storeInventory(database.sqlite, host, report, { source: 'agent', now: NOW }),
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
  const raw = () => rawReports(database, host).map((r) => r.sections);
  return { database, ctx, host, judged, store, read, keep, names, row, raw };
}

describe('a report with the packages of the one before', () => {
  it('is known, and stored with all it tells', async () => {
    const { store, read, keep, names, row, raw, judged } = world();
    await store(debianReport([A, KERNEL]));
    expect((await read(later())).packages).toBe('unchanged');
    const { inventory, packages_count } = await store(later());
    expect([inventory.reboot_required, inventory.uptime, packages_count]).toEqual([true, 99, 2]);
    expect([names(), row()]).toEqual([
      ['a', KERNEL.name],
      { uptime: 99, reboot_required: 1, packages_count: 2, warnings: '[]', report_id: 2 },
    ]);
    expect(raw()).toEqual([later(), debianReport([A, KERNEL])]);
    expect(judged).toEqual([NOW, NOW]);
    await keep(await read(later()));
    await keep(await read(later([A, KERNEL], { cpuinfo: 'unheard of' })));
    expect(raw()).toEqual([later([A, KERNEL], { cpuinfo: 'unheard of' }), later()]);
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
    ['a section nobody knows', later(undefined, { odd: 'x' })],
  ])('is not one with %s', async (_what, sections) => {
    const { store, read } = world();
    await store(debianReport([A, KERNEL]));
    expect((await read(sections)).packages).not.toBe('unchanged');
  });

  it('is not known where something could not be read: that is told of each anew', async () => {
    const { store, row, read } = world();
    const damaged = later([A], { dpkg: 'a\t1\tamd64\ta\t1\tii \t1\nhalf a line\n' });
    await store(damaged);
    const before = (row() as { warnings: string }).warnings;
    expect(before).not.toBe('[]');
    expect((await read(damaged)).packages).not.toBe('unchanged');
    await store(damaged);
    expect((row() as { warnings: string }).warnings).toBe(before);
  });

  it('is read whole where another came first', async () => {
    const { store, read, keep, names, raw } = world();
    await store(debianReport([A]));
    const same = await read(later([A]));
    await store(debianReport([B]));
    expect(names()).toEqual(['b']);
    await keep(same);
    expect([names(), raw()]).toEqual([['a'], [later([A]), debianReport([B])]]);
  });

  it('is read whole where the one before was one without a list', async () => {
    const { store, read, keep, names, raw } = world();
    await store(debianReport([A]));
    const same = await read(later([A]));
    await store(debianReport(null));
    await keep(same);
    expect([names(), raw()[0]]).toEqual([['a'], later([A])]);
  });

  it('is read whole where the one before was taken back, or is gone', async () => {
    const { database, host, store, read, keep, names, raw } = world();
    await store(debianReport([B]));
    const other = await read(debianReport([A]));
    expect(() =>
      database.sqlite.transaction(() => {
        storeInventory(database.sqlite, host, other, { source: 'agent', now: NOW });
        throw new Error('taken back');
      })(),
    ).toThrow('taken back');
    const same = await read(later([A]));
    expect(same.packages).toBe('unchanged');
    await keep(same);
    expect([names(), raw()]).toEqual([['a'], [later([A]), debianReport([B])]]);
    database.sqlite.prepare('DELETE FROM inventory_reports').run();
    await store(later([A]));
    expect([names(), raw()]).toEqual([['a'], [later([A])]]);
  });

  it('keeps its lines and packages at any moment of a sweep', async () => {
    for (let moment = 1; moment < 9; moment += 1) {
      const { database, host, store, read, names, raw } = world();
      await store(debianReport([A, B]));
      const same = await read(later([A, B]));
      let asked = 0;
      await gcInventories(database, () => {
        asked += 1;
        if (asked === moment)
          for (let times = 0; times < 2; times += 1)
            database.sqlite.transaction(() =>
              storeInventory(database.sqlite, host, same, { source: 'agent', now: NOW }),
            )();
        return false;
      });
      if (asked < moment) break;
      expect([moment, names(), raw()]).toEqual([
        moment,
        ['a', 'b'],
        [later([A, B]), later([A, B])],
      ]);
    }
  });
});

describe('the basis of packages', () => {
  it('is not the same for texts that stand otherwise between the sections, and none for broken ones', () => {
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
