import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { decodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';
import { addTask } from '../../support/engine.js';
import type { Deb } from '../../support/reports.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const NAMES = ['a', 'b', 'c'];
const flaw = (cve: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2026-${cve}`, {
    vulnerabilities: [`CVE-2026-${cve}`],
    ranges: [range(name, fixed)],
  });

/** @param keepsDifferences otherwise each is removed at once, as if it were old */
async function setUp(keepsDifferences = false) {
  const app = await setUpFleet();
  if (!keepsDifferences)
    app.ctx.database.sqlite.exec(
      'CREATE TEMP TRIGGER forget AFTER INSERT ON finding_differences BEGIN DELETE FROM finding_differences; END',
    );
  const { ctx, rows, call } = app;
  const { database } = ctx;
  const { sqlite } = database;
  const ids = (sql: string): number[] => rows<{ id: number }>(sql).map(({ id }) => id);
  const found = async (host: number, hosts = [host]): Promise<number> => {
    const taskId = await addTask(database, hosts);
    await writeTransaction(database, () =>
      ctx.vulnerabilities.storeFindings(
        { taskId, hostId: host, isKnown: true, result: { outcome: 'done', packages: true } },
        app.clock.now(),
      ),
    );
    sqlite
      .prepare("UPDATE tasks SET status = 'completed', finished_at = ? WHERE id = ?")
      .run(app.clock.now(), taskId);
    return taskId;
  };
  const remove = (task: number): void =>
    void sqlite.prepare('DELETE FROM tasks WHERE id = ?').run(task);
  /** the facts that must be kept: of hosts, of results, of differences, and the newest */
  const needed = (): number[] => {
    const sets = rows<{ numbers: Buffer }>(
      'SELECT numbers FROM number_sets WHERE id IN (SELECT facts_id FROM task_results)',
    ).flatMap(({ numbers }) => decodeIdSet(numbers));
    const newest = ids('SELECT max(id) AS id FROM facts').filter((id) => id !== null);
    const findings = ids('SELECT fact_id AS id FROM host_findings');
    const differences = ['appeared', 'disappeared'].flatMap((list) =>
      ids(`SELECT value AS id FROM finding_differences, json_each(${list})`),
    );
    return [...new Set([...sets, ...findings, ...differences, ...newest])].sort((a, b) => a - b);
  };
  /** the responses about all tasks and hosts */
  const responses = async (): Promise<string[]> => {
    const tasks = ids('SELECT id FROM tasks').flatMap((id) => [
      `/api/v1/tasks/${id}/results`,
      `/api/v1/tasks/${id}/diff`,
    ]);
    const hosts = ids('SELECT id FROM hosts').map((id) => `/hosts/${id}/vulnerabilities`);
    return Promise.all(
      [...tasks, ...hosts, '/vulnerabilities', '/findings?state=new', '/findings?state=fixed'].map(
        async (path) => `${path} ${(await call('GET', path)).text}`,
      ),
    );
  };
  return {
    ...app,
    found,
    remove,
    needed,
    responses,
    facts: () => ids('SELECT id FROM facts ORDER BY id'),
    vulnerabilities: () =>
      rows<{ id: string }>('SELECT id FROM vulnerabilities ORDER BY id').map(({ id }) => id),
    forget: () => {
      sqlite.exec('DELETE FROM finding_differences');
      ctx.vulnerabilities.factGc.markResultsDeleted(); // the next run counts what is used again
    },
    gc: (stop?: () => boolean) => ctx.vulnerabilities.factGc.run(stop, 0),
  };
}

describe('garbage collection of facts', () => {
  it('removes facts without a finding or a result, and then vulnerabilities without facts', async () => {
    const { addHost, importInventory, storeRecords, facts, vulnerabilities, gc } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '2'), flaw(2, 'b', null)]);
    await importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    const before = facts();
    await importInventory(id, [
      { name: 'a', version: '2' },
      { name: 'b', version: '1' },
    ]);
    expect(await gc()).toEqual({ facts: 1, vulnerabilities: 1 });
    expect([facts().length, vulnerabilities()]).toEqual([before.length - 1, ['CVE-2026-2']]);
    expect(await gc()).toEqual({ facts: 0, vulnerabilities: 0 });
  });

  it('keeps the newest fact, so that no id is reused', async () => {
    const { addHost, importInventory, storeRecords, facts, gc } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '2')]);
    await importInventory(id, [{ name: 'a', version: '1' }]);
    const [only] = facts();
    await importInventory(id, []);
    await gc();
    expect(facts()).toEqual([only]);
    storeRecords('osv-debian', [flaw(2, 'a', null)]);
    await importInventory(id, [{ name: 'a', version: '3' }]);
    expect(await gc()).toMatchObject({ facts: 1 });
    expect(facts()).not.toContain(only);
  });

  it('keeps accepted vulnerabilities', async () => {
    const { addHost, importInventory, storeRecords, call, vulnerabilities, gc } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '2'), flaw(2, 'b', null)]);
    await importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    const acceptance = { reason: 'ours', host_id: id, package: 'a' };
    expect((await call('POST', '/vulnerabilities/CVE-2026-1/acceptances', acceptance)).status).toBe(
      201,
    );
    await importInventory(id, [{ name: 'b', version: '1' }]);
    expect(await gc()).toEqual({ facts: 1, vulnerabilities: 0 });
    expect(vulnerabilities()).toEqual(['CVE-2026-1', 'CVE-2026-2']);
  });

  it('starts only with enough unused facts, and again only after their number has grown', async () => {
    const { ctx, addHost, importInventory, storeRecords, found, remove, facts } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '3'), flaw(2, 'b', null)]);
    const all = (version: string): Deb[] => [
      { name: 'a', version },
      { name: 'b', version: '1' },
    ];
    await importInventory(id, all('1'));
    const task = await found(id);
    for (const version of ['2', '2.5', '3']) await importInventory(id, all(version));
    expect(await ctx.vulnerabilities.factGc.run()).toMatchObject({ facts: 0 });
    expect(await ctx.vulnerabilities.factGc.run(() => false, 2)).toMatchObject({ facts: 1 });
    const left = facts().length;
    expect(await ctx.vulnerabilities.factGc.run(() => false, 2)).toMatchObject({ facts: 0 });
    remove(task);
    await ctx.vulnerabilities.resultGc.run();
    expect(await ctx.vulnerabilities.factGc.run(() => false, 1)).toMatchObject({ facts: 1 });
    expect(facts().length).toBe(left - 1);
  });

  it('stops for a rematch, also for one that starts between two steps', async () => {
    const { ctx, addHost, importInventory, storeRecords, facts, gc } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '2'), flaw(2, 'b', null)]);
    await importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    await importInventory(id, [{ name: 'b', version: '1' }]);
    const before = facts();
    await ctx.vulnerabilities.factGc.withFactsPinned(async () => {
      expect(await gc()).toMatchObject({ facts: 0 });
    });
    for (let step = 1; step < 8; step += 1) {
      let n = 0;
      let end = (): void => undefined;
      let holding: Promise<void> | undefined;
      await gc(() => {
        if (++n === step)
          holding = ctx.vulnerabilities.factGc.withFactsPinned(
            () =>
              new Promise<void>((resolve) => {
                end = resolve;
              }),
          );
        return false;
      });
      if (holding === undefined) expect(facts().length).toBe(before.length - 1);
      end();
      await holding;
    }
    expect(facts().length).toBe(before.length - 1);
  });

  it('keeps facts of a result that is stored between any two steps', async () => {
    for (let step = 1; step < 12; step += 1) {
      const { ctx, clock, addHost, importInventory, storeRecords, needed, facts, gc } =
        await setUp();
      const id = await addHost('10.0.0.1');
      storeRecords('osv-debian', [flaw(1, 'a', '9'), flaw(2, 'b', null)]);
      await importInventory(id, [
        { name: 'a', version: '1' },
        { name: 'b', version: '1' },
      ]);
      await importInventory(id, [{ name: 'b', version: '1' }]);
      const taskId = await addTask(ctx.database, [id]);
      let n = 0;
      // A task finds an unused fact, which is removed from the host at once.
      await gc(() => {
        if (++n === step && !ctx.database.sqlite.inTransaction) {
          ctx.database.sqlite.transaction(() => {
            const [known] = facts();
            if (known === undefined) return;
            ctx.database.sqlite
              .prepare('INSERT OR IGNORE INTO host_findings VALUES (?, ?, 0, 0)')
              .run(id, known);
            ctx.vulnerabilities.storeFindings(
              { taskId, hostId: id, isKnown: true, result: { outcome: 'done', packages: true } },
              clock.now(),
            );
            ctx.database.sqlite
              .prepare('DELETE FROM host_findings WHERE host_id = ? AND fact_id = ?')
              .run(id, known);
          })();
        }
        return false;
      });
      expect(needed().filter((fact) => !facts().includes(fact))).toEqual([]);
    }
  });

  it('keeps facts of a difference until it is removed', async () => {
    const { addHost, importInventory, storeRecords, forget, gc } = await setUp(true);
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '9'), flaw(2, 'b', null)]);
    await importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    await importInventory(id, [{ name: 'b', version: '1' }]);
    expect((await gc()).facts).toBe(0);
    forget();
    expect((await gc()).facts).toBe(1);
  });

  it('stops on request without a partial step', async () => {
    const { addHost, importInventory, storeRecords, facts, gc } = await setUp();
    const id = await addHost('10.0.0.1');
    storeRecords('osv-debian', [flaw(1, 'a', '2'), flaw(2, 'b', null)]);
    await importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    await importInventory(id, [{ name: 'b', version: '1' }]);
    const before = facts();
    expect(await gc(() => true)).toEqual({ facts: 0, vulnerabilities: 0 });
    expect(facts()).toEqual(before);
  });
});

type Step =
  | { does: 'update feed'; flaws: { cve: number; name: string; fixed: string | null }[] }
  | { does: 'report'; host: number; packages: Deb[] }
  | { does: 'task' | 'delete host'; host: number }
  | { does: 'delete task'; task: number }
  | { does: 'gc' | 'forget' };
const version = fc.constantFrom('1', '2', '3');
const name = fc.constantFrom(...NAMES);
const hostNumber = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('update feed' as const),
      flaws: fc.array(
        fc.record({ cve: fc.integer({ min: 1, max: 4 }), name, fixed: fc.option(version) }),
        { maxLength: 3 },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      host: hostNumber,
      packages: fc.uniqueArray(fc.record({ name, version }), {
        selector: (p) => p.name,
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('task' as const), host: hostNumber }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('delete host' as const), host: hostNumber }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('delete task' as const), task: fc.nat({ max: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('gc' as const, 'forget' as const) }) },
);

it('garbage collection removes exactly the unused facts, and changes no response, after any history', async () => {
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const app = await setUp(true);
      const hosts = new Map<number, number>();
      const tasks: number[] = [];
      const hostOf = async (n: number): Promise<number> => {
        const id = hosts.get(n) ?? (await app.addHost(`10.0.0.${n + 1}`));
        hosts.set(n, id);
        return id;
      };
      for (const one of [...steps, { does: 'gc' } as const]) {
        if (one.does === 'update feed') {
          app.storeRecords(
            'osv-debian',
            one.flaws.map(({ cve, name: of, fixed }) => flaw(cve, of, fixed)),
          );
          await app.ctx.vulnerabilities.rematchFleet();
        } else if (one.does === 'report')
          await app.importInventory(await hostOf(one.host), one.packages);
        else if (one.does === 'task') tasks.push(await app.found(await hostOf(one.host)));
        else if (one.does === 'forget') app.forget();
        else if (one.does === 'delete host') {
          const id = hosts.get(one.host);
          if (id !== undefined) await app.call('DELETE', `/hosts/${id}`);
          hosts.delete(one.host);
        } else if (one.does === 'delete task')
          app.remove(tasks.splice(one.task % Math.max(1, tasks.length), 1)[0] ?? 0);
        else {
          await app.ctx.vulnerabilities.resultGc.run();
          const before = [await app.responses(), app.needed(), app.facts().length] as const;
          removed += (await app.gc()).facts;
          expect(app.facts()).toEqual(before[1]);
          expect(await app.responses()).toEqual(before[0]);
          const named = app
            .rows<{ id: string }>('SELECT DISTINCT vulnerability_id AS id FROM facts ORDER BY 1')
            .map(({ id }) => id);
          if (app.facts().length < before[2]) expect(app.vulnerabilities()).toEqual(named);
        }
      }
      await app.close();
    }),
    { numRuns: 10 },
  );
  expect(removed).toBeGreaterThan(0);
}, 120_000);
