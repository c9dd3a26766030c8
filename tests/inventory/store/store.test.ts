import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { createImports } from '../../../src/inventory/imports.statements.js';
import { createInventories } from '../../../src/inventory/inventories.service.js';
import { listRawReports } from '../../support/raw-reports.js';
import { addHosts, heldClock, NOW, testDatabase } from '../../support/database.js';
import { debianReport, type Deb } from '../../support/reports.js';

function setUp(hosts = 1) {
  const database = testDatabase();
  const [host = 0, ...others] = addHosts(database, hosts);
  const inventories = createInventories({
    database,
    clock: heldClock(),
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    vulnerabilities: {
      stateOf: () => undefined,
      matchHost: () => undefined,
      whenMatched: async () => undefined,
    },
  });
  const rawReports = (id: number) => listRawReports(database.db, id);
  const all = <T>(sql: string, ...values: unknown[]): T[] =>
    database.sqlite.prepare(sql).all(...values) as T[];
  const count = (table: string): number =>
    database.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1;
  const listOf = (id: number): string[] =>
    all<{ t: string }>(
      "SELECT p.name || ' ' || p.version AS t FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = ? ORDER BY 1",
      id,
    ).map((r) => r.t);
  return { database, inventories, host, others, all, count, listOf, rawReports };
}
const deb = (name: string, version: string): Deb => ({ name, version });
const texts = (list: readonly Deb[]): string[] => list.map((p) => `${p.name} ${p.version}`).sort();

const CAPTURES = new URL('../../fixtures/inventory/', import.meta.url);
const captures = readdirSync(CAPTURES).filter((name) => /\.(dpkg|rpm|apk)$/.test(name));

describe('raw reports', () => {
  it.each(captures)('are restored to the character: %s', async (name) => {
    const { inventories, host, rawReports } = setUp();
    const sections = debianReport(null, {
      [name.split('.').at(-1) ?? '']: readFileSync(new URL(name, CAPTURES), 'utf8'),
    });
    await inventories.storeReport(host, sections, { source: 'agent' });
    expect((await rawReports(host)).map((r) => r.sections)).toEqual([sections]);
  });

  it('are the last two, latest first, with increasing ids', async () => {
    const { inventories, host, others, rawReports } = setUp(2);
    const other = others[0] ?? 0;
    for (const uptime of ['1.0 1.0', '2.0 2.0', '3.0 3.0'])
      await inventories.storeReport(host, debianReport(null, { uptime }), { source: 'agent' });
    await inventories.storeReport(other, debianReport(), { source: 'session' });
    expect((await rawReports(host)).map((r) => [r.id, r.source, r.sections.uptime])).toEqual([
      [3, 'agent', '3.0 3.0'],
      [2, 'agent', '2.0 2.0'],
    ]);
    expect((await rawReports(other)).map((r) => r.id)).toEqual([4]);
  });

  it('have import ids in the order of storing, not of time', async () => {
    const { database, inventories, host } = setUp();
    const imports = createImports(database.sqlite);
    const store = async (source: 'agent' | 'import') =>
      (await inventories.storeReport(host, debianReport(), { source })).report_id;
    await store('agent');
    expect(imports.latest(host)).toBeNull();
    const first = await store('import');
    let latest = first;
    for (let i = 0; i < 3; i += 1) latest = await store('agent');
    expect(imports.latest(host)).toBe(first);
    expect(imports.latest(host)).toBeLessThan(latest);
    const last = await store('import');
    expect(last).toBeGreaterThan(latest);
    expect(imports.latest(host)).toBe(last);
  });
});

describe('the packages of a host', () => {
  it('are those of its latest report after any history, and every step equals its changes', async () => {
    const one = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      version: fc.constantFrom('1', '2', '10'),
    });
    const list = fc.uniqueArray(one, { selector: (p) => p.name, minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), list), { minLength: 1, maxLength: 8 }),
        async (history) => {
          const { inventories, database, host, others, all, listOf, rawReports } = setUp(2);
          const ids = [host, others[0] ?? 0];
          const known = new Map<number, string[]>();
          for (const [which, packages] of history) {
            const id = ids[which] ?? 0;
            const { report_id } = await inventories.storeReport(id, debianReport(packages), {
              source: 'agent',
            });
            const changes = all<{ removed: string | null; added: string | null }>(
              `SELECT f.name || ' ' || f.version AS removed, t.name || ' ' || t.version AS added FROM package_changes c
          LEFT JOIN packages f ON f.id = c.from_package LEFT JOIN packages t ON t.id = c.to_package
          WHERE c.host_id = ? AND c.report_id = ?`,
              id,
              report_id,
            );
            const before = known.get(id);
            const applied = before
              ?.filter((t) => !changes.some((c) => c.removed === t))
              .concat(changes.flatMap((c) => c.added ?? []))
              .sort();
            if (applied) expect(applied).toEqual(texts(packages));
            else expect(changes).toEqual([]);
            known.set(id, texts(packages));
            await inventories.gc();
            for (const [each, expected] of known) expect(listOf(each)).toEqual(expected);
            expect((await rawReports(id))[0]?.sections).toEqual(debianReport(packages));
          }
          expect(database.sqlite.pragma('foreign_key_check')).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are stored once for all hosts', async () => {
    const { inventories, host, others, count } = setUp(3);
    for (const id of [host, ...others])
      await inventories.storeReport(id, debianReport([deb('a', '1'), deb('b', '1')]), {
        source: 'agent',
      });
    expect([count('packages'), count('host_packages')]).toEqual([2, 6]);
  });

  it('need no new rows when nothing changed', async () => {
    const { inventories, database, host } = setUp();
    const list = [deb('a', '1'), deb('b', '1')];
    const rows = () =>
      database.sqlite
        .prepare(
          'SELECT (SELECT count(*) FROM packages), (SELECT count(*) FROM inventory_lines), (SELECT count(*) FROM package_changes)',
        )
        .raw()
        .get();
    await inventories.storeReport(host, debianReport(list), { source: 'agent' });
    const before = rows();
    await inventories.storeReport(host, debianReport(list), { source: 'agent' });
    expect(rows()).toEqual(before);
  });

  it('of rpm have a time of installation, whose change is not a package change', async () => {
    const { inventories, host, all } = setUp();
    const rpm = (time: number) =>
      `bash\t(none)\t5.1.8\t9.el9\tx86_64\tbash-5.1.8-9.el9.src.rpm\t(none)\tAlmaLinux\t${time}\t7738634\n`;
    for (const time of [1_700_000_000, 1_700_000_500])
      await inventories.storeReport(host, { rpm: rpm(time) }, { source: 'agent' });
    expect(all('SELECT installed_at FROM host_packages')).toEqual([
      { installed_at: 1_700_000_500 },
    ]);
    expect(all('SELECT * FROM package_changes')).toEqual([]);
  });
});

describe('the garbage collection', () => {
  it('deletes exactly the rows that no host, change or stored report refers to', async () => {
    const { inventories, database, host, others, count, listOf, rawReports } = setUp(2);
    const other = others[0] ?? 0;
    await inventories.storeReport(host, debianReport([deb('a', '1'), deb('shared', '1')]), {
      source: 'agent',
    });
    await inventories.storeReport(other, debianReport([deb('b', '1'), deb('shared', '1')]), {
      source: 'agent',
    });
    expect(await inventories.gc()).toEqual({ packages: 0, lines: 0 });
    database.sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(host);
    expect(await inventories.gc()).toEqual({ packages: 1, lines: 1 });
    expect([count('packages'), listOf(other)]).toEqual([2, ['b 1', 'shared 1']]);
    expect((await rawReports(other))[0]?.sections.dpkg).toContain('shared');
  });

  it('preserves a report that was prepared before it and is stored after it', async () => {
    const { inventories, database, host, listOf, rawReports } = setUp();
    const prepared = await inventories.prepareReport(host, debianReport([deb('a', '1')]));
    expect(await inventories.gc()).toMatchObject({ packages: 1 });
    await writeTransaction(database, () =>
      inventories.storePrepared(host, prepared, { source: 'agent', now: NOW }),
    );
    expect(listOf(host)).toEqual(['a 1']);
    expect((await rawReports(host))[0]?.sections).toEqual(debianReport([deb('a', '1')]));
  });

  it('preserves a report that is stored at any step of it', async () => {
    const steps = Array.from({ length: 9 }, (_, i) => i + 1);
    for (const step of steps) {
      const { inventories, database, host, listOf, rawReports } = setUp();
      const prepared = await inventories.prepareReport(host, debianReport([deb('a', '1')]));
      let calls = 0;
      await inventories.gc(() => {
        calls += 1;
        if (calls === step)
          database.sqlite.transaction(() =>
            inventories.storePrepared(host, prepared, { source: 'agent', now: NOW }),
          )();
        return false;
      });
      if (calls < step) break;
      expect([step, listOf(host)]).toEqual([step, ['a 1']]);
      expect((await rawReports(host))[0]?.sections).toEqual(debianReport([deb('a', '1')]));
    }
  });

  it('preserves reports that are stored meanwhile', async () => {
    const { inventories, database, host, others, listOf, rawReports } = setUp(120);
    const lists = others.map((id) => [deb('a', '1'), deb(`only-${id}`, '1')]);
    for (const id of others)
      await inventories.storeReport(id, debianReport([deb(`old-${id}`, '1')]), { source: 'agent' });
    database.sqlite.prepare('DELETE FROM inventory_reports').run();
    const gc = inventories.gc();
    await Promise.all([
      ...others.map((id, i) =>
        inventories.storeReport(id, debianReport(lists[i]), { source: 'agent' }),
      ),
      inventories.storeReport(host, debianReport([deb('old-9', '1')]), { source: 'agent' }),
    ]);
    await gc;
    expect(others.map(listOf)).toEqual(lists.map((l) => texts(l)));
    for (const [i, id] of others.entries())
      expect((await rawReports(id))[0]?.sections).toEqual(debianReport(lists[i]));
    expect((await rawReports(host))[0]?.sections).toEqual(debianReport([deb('old-9', '1')]));
  });
});

describe('a list that lost many packages at once', () => {
  const list = (count: number): Deb[] =>
    Array.from({ length: count }, (_, i) => deb(`p${100 + i}`, '1'));

  function setUpStore() {
    const { inventories, host, listOf, all } = setUp();
    const store = async (packages: readonly Deb[]): Promise<string> => {
      const { warnings } = await inventories.storeReport(host, debianReport(packages), {
        source: 'agent',
      });
      const [row] = all<{ state: string }>('SELECT package_list AS state FROM inventories');
      return `${listOf(host).length} ${row?.state} ${warnings.length > 0 ? 'warned' : ''}`.trim();
    };
    return { store, listOf: () => listOf(host) };
  }

  it('removes nothing until the next report has the same list', async () => {
    const { store } = setUpStore();
    await store(list(150));
    expect(await store(list(2))).toBe('150 partly warned');
    expect(await store(list(2))).toBe('2 whole');
    expect(await store(list(1))).toBe('1 whole');
  });

  it('is not confirmed by another short list, or after a complete one', async () => {
    const { store } = setUpStore();
    await store(list(150));
    expect(await store(list(2))).toBe('150 partly warned');
    expect(await store(list(3))).toBe('150 partly warned');
    expect(await store(list(150))).toBe('150 whole');
    expect(await store(list(3))).toBe('150 partly warned');
    expect(await store(list(3))).toBe('3 whole');
  });

  it('is treated the same when it is stored in parts', async () => {
    const { store } = setUpStore();
    await store(list(1500));
    expect(await store(list(2))).toBe('1500 partly warned');
    expect(await store(list(2))).toBe('2 whole');
  });

  it('still has new versions and new packages', async () => {
    const { store, listOf } = setUpStore();
    await store(list(50));
    await store([deb('p100', '2'), deb('new', '1')]);
    expect(listOf()).toHaveLength(51);
    expect(listOf()).toEqual(expect.arrayContaining(['new 1', 'p100 2', 'p149 1']));
    expect(listOf()).not.toContain('p100 1');
  });
});

describe('a list of rpm that may lack packages', () => {
  const line = (name: string): string => `${name}\t(none)\t1\t1\tx86_64\t${name}-1-1.src.rpm\n`;
  const report = (names: string[], errors?: string): Record<string, string> => ({
    'os-release': 'ID="rocky"\nVERSION_ID="9.4"\n',
    rpm: names.map(line).join(''),
    ...(errors !== undefined && { 'rpm-errors': errors }),
  });

  it('removes no package, until rpm lists all of them again', async () => {
    const { inventories, host, listOf } = setUp();
    const store = (sections: Record<string, string>) =>
      inventories.storeReport(host, sections, { source: 'agent' });
    await store(report(['bash', 'httpd']));
    const { warnings } = await store(report(['bash'], 'error: skipping h# 323\n'));
    expect(listOf(host)).toEqual(['bash 1-1', 'httpd 1-1']);
    expect(warnings.map(({ section }) => section)).toEqual(['rpm-errors', 'packages']);
    await store(report(['bash']));
    expect(listOf(host)).toEqual(['bash 1-1']);
  });
});

describe('storing a report', () => {
  it('fails for an unknown host, and stores nothing', async () => {
    const { inventories, count } = setUp();
    await expect(
      inventories.storeReport(99, debianReport(), { source: 'agent' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(count('inventory_reports')).toBe(0);
  });
  it('fails for bytes that are not a report', async () => {
    const { inventories, host } = setUp();
    await expect(
      inventories.storeReport(host, Buffer.from('hello'), { source: 'agent' }),
    ).rejects.toMatchObject({ code: 'nothing_readable' });
    await expect(
      inventories.storeReport(host, Buffer.from([0x1f, 0x8b, 1, 2]), { source: 'agent' }),
    ).rejects.toMatchObject({ code: 'nothing_readable' });
  });
});
