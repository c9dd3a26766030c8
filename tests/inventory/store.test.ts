import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../src/database/write-transaction.js';
import {
  latestImportId,
  latestReportId,
  rawReports,
  readStoredReport,
  storeReport,
} from '../../src/inventory/inventories.service.js';
import { storeInventory } from '../../src/inventory/store.js';
import { gcInventories } from '../../src/inventory/inventory.gc.js';
import { addHosts, heldClock, NOW, testDatabase } from '../support/database.js';
import { debianReport, type Deb } from '../support/reports.js';

function world(hosts = 1) {
  const database = testDatabase();
  const [host = 0, ...others] = addHosts(database, hosts);
  const ctx = {
    database,
    clock: heldClock(),
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    vulnerabilities: { stateOf: () => undefined, matchHost: () => undefined },
  };
  const all = <T>(sql: string, ...values: unknown[]): T[] =>
    database.sqlite.prepare(sql).all(...values) as T[];
  const count = (table: string): number =>
    database.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1;
  const listOf = (id: number): string[] =>
    all<{ t: string }>(
      "SELECT p.name || ' ' || p.version AS t FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = ? ORDER BY 1",
      id,
    ).map((r) => r.t);
  return { database, ctx, host, others, all, count, listOf };
}
const deb = (name: string, version: string): Deb => ({ name, version });
const texts = (list: readonly Deb[]): string[] => list.map((p) => `${p.name} ${p.version}`).sort();

const CAPTURES = new URL('../fixtures/inventory/', import.meta.url);
const captures = readdirSync(CAPTURES).filter((name) => /\.(dpkg|rpm|apk)$/.test(name));

describe('raw reports', () => {
  it.each(captures)('come back to the character: %s', async (name) => {
    const { ctx, database, host } = world();
    const sections = debianReport(null, {
      [name.split('.').at(-1) ?? '']: readFileSync(new URL(name, CAPTURES), 'utf8'),
    });
    await storeReport(ctx, host, sections, { source: 'agent' });
    expect(rawReports(database, host).map((r) => r.sections)).toEqual([sections]);
  });

  it('are kept for the last two, newest first, with numbers that only grow', async () => {
    const { ctx, database, host, others } = world(2);
    const other = others[0] ?? 0;
    for (const uptime of ['1.0 1.0', '2.0 2.0', '3.0 3.0'])
      await storeReport(ctx, host, debianReport(null, { uptime }), { source: 'agent' });
    await storeReport(ctx, other, debianReport(), { source: 'session' });
    expect(rawReports(database, host).map((r) => [r.id, r.source, r.sections.uptime])).toEqual([
      [3, 'agent', '3.0 3.0'],
      [2, 'agent', '2.0 2.0'],
    ]);
    expect(rawReports(database, other).map((r) => r.id)).toEqual([4]);
    expect(latestReportId(database)).toBe(4);
  });

  it('tell when something was imported by order, not by time', async () => {
    const { ctx, database, host } = world();
    const store = async (source: 'agent' | 'import') =>
      (await storeReport(ctx, host, debianReport(), { source })).report_id;
    await store('agent');
    expect(latestImportId(database, host)).toBeNull();
    const first = await store('import');
    for (let i = 0; i < 3; i += 1) await store('agent');
    expect(latestImportId(database, host)).toBe(first);
    expect(latestImportId(database, host)).toBeLessThan(latestReportId(database));
    expect(latestImportId(database, (await store('import'), host))).toBe(latestReportId(database));
  });
});

describe('the packages of a host', () => {
  it('are those of its newest report after any history, and every step is told by its changes', async () => {
    const one = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      version: fc.constantFrom('1', '2', '10'),
    });
    const list = fc.uniqueArray(one, { selector: (p) => p.name, minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), list), { minLength: 1, maxLength: 8 }),
        async (history) => {
          const { ctx, database, host, others, all, listOf } = world(2);
          const ids = [host, others[0] ?? 0];
          const known = new Map<number, string[]>();
          for (const [which, packages] of history) {
            const id = ids[which] ?? 0;
            const { report_id } = await storeReport(ctx, id, debianReport(packages), {
              source: 'agent',
            });
            const changes = all<{ gone: string | null; come: string | null }>(
              `SELECT f.name || ' ' || f.version AS gone, t.name || ' ' || t.version AS come FROM package_changes c
          LEFT JOIN packages f ON f.id = c.from_package LEFT JOIN packages t ON t.id = c.to_package WHERE c.host_id = ? AND c.report_id = ?`,
              id,
              report_id,
            );
            const before = known.get(id);
            const applied = before
              ?.filter((t) => !changes.some((c) => c.gone === t))
              .concat(changes.flatMap((c) => c.come ?? []))
              .sort();
            if (applied) expect(applied).toEqual(texts(packages));
            else expect(changes).toEqual([]);
            known.set(id, texts(packages));
            await gcInventories(database);
            for (const [each, expected] of known) expect(listOf(each)).toEqual(expected);
            expect(rawReports(database, id)[0]?.sections).toEqual(debianReport(packages));
          }
          expect(database.sqlite.pragma('foreign_key_check')).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are one row for all hosts that have them', async () => {
    const { ctx, host, others, count } = world(3);
    for (const id of [host, ...others])
      await storeReport(ctx, id, debianReport([deb('a', '1'), deb('b', '1')]), { source: 'agent' });
    expect([count('packages'), count('host_packages')]).toEqual([2, 6]);
  });

  it('cost nothing where nothing changed', async () => {
    const { ctx, database, host } = world();
    const list = [deb('a', '1'), deb('b', '1')];
    const rows = () =>
      database.sqlite
        .prepare(
          'SELECT (SELECT count(*) FROM packages), (SELECT count(*) FROM inventory_lines), (SELECT count(*) FROM package_changes)',
        )
        .raw()
        .get();
    await storeReport(ctx, host, debianReport(list), { source: 'agent' });
    const before = rows();
    await storeReport(ctx, host, debianReport(list), { source: 'agent' });
    expect(rows()).toEqual(before);
  });

  it('of rpm keep when they were installed', async () => {
    const { ctx, host, all } = world();
    const rpm = (time: number) =>
      `bash\t(none)\t5.1.8\t9.el9\tx86_64\tbash-5.1.8-9.el9.src.rpm\t(none)\tAlmaLinux\t${time}\t7738634\n`;
    for (const time of [1_700_000_000, 1_700_000_500])
      await storeReport(ctx, host, { rpm: rpm(time) }, { source: 'agent' });
    expect(all('SELECT installed_at FROM host_packages')).toEqual([
      { installed_at: 1_700_000_500 },
    ]);
    expect(all('SELECT * FROM package_changes')).toEqual([]);
  });
});

describe('sweeping', () => {
  it('removes what no host, no change and no kept report holds, and nothing else', async () => {
    const { ctx, database, host, others, count, listOf } = world(2);
    const other = others[0] ?? 0;
    await storeReport(ctx, host, debianReport([deb('a', '1'), deb('shared', '1')]), {
      source: 'agent',
    });
    await storeReport(ctx, other, debianReport([deb('b', '1'), deb('shared', '1')]), {
      source: 'agent',
    });
    expect(await gcInventories(database)).toEqual({ packages: 0, lines: 0 });
    database.sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(host);
    expect(await gcInventories(database)).toEqual({ packages: 1, lines: 1 });
    expect([count('packages'), listOf(other)]).toEqual([2, ['b 1', 'shared 1']]);
    expect(rawReports(database, other)[0]?.sections.dpkg).toContain('shared');
  });

  it('does not harm a report that was read before and is stored afterwards', async () => {
    const { ctx, database, host, listOf } = world();
    const prepared = await readStoredReport(ctx, host, debianReport([deb('a', '1')]));
    expect(await gcInventories(database)).toMatchObject({ packages: 1 });
    await writeTransaction(database, () =>
      storeInventory(database.sqlite, host, prepared, { source: 'agent', now: NOW }),
    );
    expect(listOf(host)).toEqual(['a 1']);
    expect(rawReports(database, host)[0]?.sections).toEqual(debianReport([deb('a', '1')]));
  });

  it('does not harm a report that is stored at any moment of it', async () => {
    const moments = Array.from({ length: 9 }, (_, i) => i + 1);
    for (const moment of moments) {
      const { ctx, database, host, listOf } = world();
      const prepared = await readStoredReport(ctx, host, debianReport([deb('a', '1')]));
      let asked = 0;
      await gcInventories(database, () => {
        asked += 1;
        if (asked === moment)
          database.sqlite.transaction(() =>
            storeInventory(database.sqlite, host, prepared, { source: 'agent', now: NOW }),
          )();
        return false;
      });
      if (asked < moment) break;
      expect([moment, listOf(host)]).toEqual([moment, ['a 1']]);
      expect(rawReports(database, host)[0]?.sections).toEqual(debianReport([deb('a', '1')]));
    }
  });

  it('does not harm reports that are stored meanwhile', async () => {
    const { ctx, database, host, others, listOf } = world(120);
    const lists = others.map((id) => [deb('a', '1'), deb(`only-${id}`, '1')]);
    for (const id of others)
      await storeReport(ctx, id, debianReport([deb(`old-${id}`, '1')]), { source: 'agent' });
    database.sqlite.prepare('DELETE FROM inventory_reports').run();
    const sweep = gcInventories(database);
    await Promise.all([
      ...others.map((id, i) => storeReport(ctx, id, debianReport(lists[i]), { source: 'agent' })),
      storeReport(ctx, host, debianReport([deb('old-9', '1')]), { source: 'agent' }),
    ]);
    await sweep;
    expect(others.map(listOf)).toEqual(lists.map((l) => texts(l)));
    for (const [i, id] of others.entries())
      expect(rawReports(database, id)[0]?.sections).toEqual(debianReport(lists[i]));
    expect(rawReports(database, host)[0]?.sections).toEqual(debianReport([deb('old-9', '1')]));
  });
});

describe('a report for a host that is not there', () => {
  it('is refused, and leaves no report', async () => {
    const { ctx, count } = world();
    await expect(storeReport(ctx, 99, debianReport(), { source: 'agent' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(count('inventory_reports')).toBe(0);
  });
  it('that is no report is refused with the reason', async () => {
    const { ctx, host } = world();
    await expect(
      storeReport(ctx, host, Buffer.from('hello'), { source: 'agent' }),
    ).rejects.toMatchObject({ code: 'nothing_readable' });
    await expect(
      storeReport(ctx, host, Buffer.from([0x1f, 0x8b, 1, 2]), { source: 'agent' }),
    ).rejects.toMatchObject({ code: 'nothing_readable' });
  });
});
