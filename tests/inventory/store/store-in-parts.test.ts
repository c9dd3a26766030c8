import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { createInventories } from '../../../src/inventory/inventories.service.js';
import { MAX_PACKAGES } from '../../../src/inventory/parse/text.js';
import { addHosts, heldClock, NOW, testDatabase } from '../../support/database.js';
import { debianReport, type Deb } from '../../support/reports.js';

interface Delta {
  removed: number[];
  added: number[];
}

function setUp() {
  const database = testDatabase();
  const [host = 0] = addHosts(database, 1);
  const matched: (Delta | null)[] = [];
  const inventories = createInventories({
    database,
    clock: heldClock(),
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    vulnerabilities: {
      stateOf: () => undefined,
      matchHost: (_host, _readAt, _now, _previous, part) => void matched.push(part?.delta ?? null),
      whenMatched: async () => undefined,
    },
  });
  const { sqlite } = database;
  const count = (): number =>
    sqlite.prepare<[], number>('SELECT count(*) FROM host_packages').pluck().get() ?? -1;
  const state = () => ({
    packages: sqlite
      .prepare(
        'SELECT p.name, p.version, l.installed_at FROM host_packages l JOIN packages p ON p.id = l.package_id ORDER BY 1, 2',
      )
      .raw()
      .all(),
    changes: sqlite
      .prepare(
        'SELECT c.change, f.name, f.version, t.name, t.version FROM package_changes c LEFT JOIN packages f ON f.id = c.from_package LEFT JOIN packages t ON t.id = c.to_package ORDER BY c.report_id, coalesce(t.name, f.name), c.change, t.version, f.version',
      )
      .raw()
      .all(),
    inventory: sqlite
      .prepare('SELECT report_id, import_id, os, packages_count, warnings FROM inventories')
      .all(),
    reports: sqlite.prepare('SELECT id, source FROM inventory_reports ORDER BY id').all(),
  });
  return {
    database,
    inventories,
    matched,
    count,
    state,
    store: (sections: Record<string, string>) =>
      inventories.storeReport(host, sections, { source: 'import' }),
    async storeAtOnce(sections: Record<string, string>) {
      const report = await inventories.prepareReport(host, sections);
      await writeTransaction(database, () =>
        inventories.storePrepared(host, report, { source: 'import', now: NOW }),
      );
    },
  };
}

const list = (from: number, to: number, version: string): Deb[] =>
  Array.from({ length: to - from }, (_, i) => ({
    name: `p${String(from + i).padStart(6, '0')}`,
    version,
  }));
const FIRST = debianReport(list(0, 1500, '1'));
const SECOND = debianReport([
  ...list(0, 300, '1'),
  ...list(300, 1200, '2'),
  { name: 'p000301', version: '1' }, // a second version, so that none of both is an upgrade
  ...list(2000, 2400, '1'),
]);
const UNREADABLE = debianReport(list(0, 300, '1'), {
  dpkg: `${debianReport(list(0, 300, '1')).dpkg}p000400\t\nhalf a line\n`,
});

describe('a report with many differences', () => {
  it.each([
    ['the first one', [FIRST]],
    ['upgrades, removals and new packages', [FIRST, SECOND]],
    ['one that removes most packages', [FIRST, debianReport(list(0, 10, '1'))]],
    ['one with unreadable entries', [FIRST, UNREADABLE]],
    ['one after an inventory without packages', [debianReport(null), FIRST, SECOND]],
  ])('has the same result as in one transaction: %s', async (_what, reports) => {
    const inParts = setUp();
    const atOnce = setUp();
    for (const report of reports) {
      await inParts.store(report);
      await atOnce.storeAtOnce(report);
    }
    expect(inParts.state()).toEqual(atOnce.state());
    expect(inParts.matched.length).toBeGreaterThan(reports.length);
  });

  it('is stored in parts of at most 500 packages, between which other work runs', async () => {
    const { store, count } = setUp();
    const counts: number[] = [0];
    let isStored = false;
    const watch = (): void => {
      counts.push(count());
      if (!isStored) setImmediate(watch);
    };
    setImmediate(watch);
    await store(debianReport(list(0, 5000, '1')));
    isStored = true;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    counts.push(count());
    const steps = counts.slice(1).map((n, i) => n - (counts[i] ?? 0));
    expect(counts.at(-1)).toBe(5000);
    expect(Math.max(...steps)).toBeLessThanOrEqual(500);
  });

  it('does not count as read until all of it is stored', async () => {
    const { database, store } = setUp();
    const { sqlite } = database;
    const isRead = () => sqlite.prepare('SELECT packages_read FROM inventories').pluck().get();
    sqlite.exec(`CREATE TRIGGER fault BEFORE INSERT ON host_packages
      WHEN (SELECT count(*) FROM host_packages) > 600 BEGIN SELECT raise(ABORT, 'fault'); END`);
    await expect(store(FIRST)).rejects.toThrow('fault');
    expect(isRead()).toBe(0);
    sqlite.exec('DROP TRIGGER fault');
    await store(FIRST);
    expect(isRead()).toBe(1);
  });

  it('is matched part by part: each package is added and removed once', async () => {
    const { store, matched } = setUp();
    await store(FIRST);
    matched.length = 0;
    await store(SECOND);
    const all = (side: keyof Delta): number[] => matched.flatMap((delta) => delta?.[side] ?? []);
    expect([all('added').length, new Set(all('added')).size]).toEqual([1300, 1300]);
    expect([all('removed').length, new Set(all('removed')).size]).toEqual([1199, 1199]);
  });

  it('is stored completely when packages are garbage collected meanwhile', async () => {
    const own = setUp();
    const expected = setUp();
    for (const one of [FIRST, SECOND, FIRST]) await expected.storeAtOnce(one);
    await own.storeAtOnce(FIRST);
    await own.store(SECOND);
    own.database.sqlite.exec('DELETE FROM package_changes'); // nothing refers to the removed packages now
    await Promise.all([own.store(FIRST), own.inventories.gc()]);
    expect(own.state().packages).toEqual(expected.state().packages);
  });

  it('does not let two reports of one host mix', async () => {
    const { store, state } = setUp();
    await store(FIRST);
    await Promise.all([store(SECOND), store(FIRST)]);
    const expected = setUp();
    await expected.storeAtOnce(FIRST);
    expect(state().packages).toEqual(expected.state().packages);
  });
});

describe('a list that is longer than that of any real host', () => {
  it('is cut, with a warning', async () => {
    const { store, count } = setUp();
    const { warnings, packages_count } = await store(debianReport(list(0, MAX_PACKAGES + 10, '1')));
    expect([count(), packages_count]).toEqual([MAX_PACKAGES, MAX_PACKAGES]);
    expect(warnings).toContainEqual({
      section: 'dpkg',
      message: 'only the first 30000 packages were read',
    });
  });

  it('does not grow by packages that are carried over', async () => {
    const { store, count } = setUp();
    const half = MAX_PACKAGES / 2 + 100;
    for (const from of [0, 100_000, 200_000]) {
      const dpkg = `${debianReport(list(from, from + half, '1')).dpkg}half a line\n`;
      await store(debianReport([], { dpkg }));
    }
    expect(count()).toBe(MAX_PACKAGES);
  }, 30_000);
});
