import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { encodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';
import { addTask } from '../../support/engine.js';
import type { Deb } from '../../support/reports.js';
import { setUpFleet } from '../../support/fleet.js';

async function setUp() {
  const app = await setUpFleet();
  const { ctx, rows } = app;
  const host = await app.addHost('10.0.0.1');
  /** runs a task that finds these packages */
  const found = async (packages: readonly Deb[]): Promise<number> => {
    await app.importInventory(host, packages);
    const taskId = await addTask(ctx.database, [host]);
    await writeTransaction(ctx.database, () =>
      ctx.vulnerabilities.storeFindings(
        { taskId, hostId: host, isKnown: true, result: { outcome: 'done', packages: true } },
        app.clock.now(),
      ),
    );
    return taskId;
  };
  const remove = (task: number): void =>
    void ctx.database.sqlite.prepare('DELETE FROM tasks WHERE id = ?').run(task);
  return {
    ...app,
    host,
    found,
    remove,
    kept: () =>
      rows<{ text: string }>(
        "SELECT name || ' ' || version AS text FROM packages WHERE pinned = 1 ORDER BY 1",
      ).map(({ text }) => text),
    sets: () => rows('SELECT id FROM number_sets').length,
  };
}

const A1 = { name: 'a', version: '1' };
const A2 = { name: 'a', version: '2' };
const B1 = { name: 'b', version: '1' };

describe('garbage collection of results', () => {
  it('removes unused id sets and releases packages without another result', async () => {
    const { ctx, found, remove, kept, sets } = await setUp();
    const first = await found([A1, B1]);
    await found([A2, B1]);
    const before = sets();
    remove(first);
    expect(await ctx.vulnerabilities.resultGc.run()).toEqual({ sets: 1, packages: 1 });
    expect([kept(), sets()]).toEqual([['a 2', 'b 1'], before - 1]);
  });

  it('changes nothing while all results exist', async () => {
    const { ctx, found, kept } = await setUp();
    await found([A1]);
    await found([A2]);
    expect(await ctx.vulnerabilities.resultGc.run()).toEqual({ sets: 0, packages: 0 });
    expect(kept()).toEqual(['a 1', 'a 2']);
  });

  it('lets released packages be collected, unless a host has them', async () => {
    const { ctx, found, remove, rows } = await setUp();
    const tasks = [await found([A1, B1]), await found([A2, B1])];
    tasks.forEach(remove);
    await ctx.vulnerabilities.resultGc.run();
    ctx.database.sqlite.exec('DELETE FROM package_changes');
    await ctx.inventories.gc();
    expect(rows('SELECT name, version FROM packages ORDER BY name')).toEqual([A2, B1]);
  });

  it('keeps packages of a result that is stored at the same time', async () => {
    const { ctx, found, remove, kept } = await setUp();
    const first = await found([A1]);
    remove(first);
    const [, collected] = await Promise.all([found([A1, B1]), ctx.vulnerabilities.resultGc.run()]);
    expect(collected.sets).toBeLessThanOrEqual(2);
    expect(kept()).toEqual(['a 1', 'b 1']);
  });

  it('keeps packages of a result that is stored between two steps', async () => {
    const { ctx, found, remove, kept, rows } = await setUp();
    remove(await found([A1]));
    const [packages] = rows<{ id: number }>("SELECT id FROM packages WHERE name = 'a'").map(
      ({ id }) => [id],
    );
    const task = await addTask(ctx.database, [1]);
    let steps = 0;
    // The result is stored after all states were read, before packages are released.
    const stop = (): boolean => {
      const isLooked = rows('SELECT id FROM number_sets').length === 0;
      if (isLooked && steps++ === 1)
        ctx.database.sqlite.transaction(() =>
          ctx.vulnerabilities.storeFindings(
            { taskId: task, hostId: 1, isKnown: true, result: { outcome: 'done', packages: true } },
            0,
          ),
        )();
      return false;
    };
    await ctx.vulnerabilities.resultGc.run(stop);
    expect(rows('SELECT numbers FROM number_sets')).toContainEqual({
      numbers: encodeIdSet(packages ?? []),
    });
    expect(kept()).toEqual(['a 1']);
  });

  it('stops on request and continues with the next run', async () => {
    const { ctx, found, remove, sets } = await setUp();
    remove(await found([A1]));
    const before = sets();
    expect(await ctx.vulnerabilities.resultGc.run(() => true)).toEqual({ sets: 0, packages: 0 });
    expect(sets()).toBe(before);
    expect((await ctx.vulnerabilities.resultGc.run()).packages).toBe(1);
  });
});

it('keeps the packages of a state whose id set is also that of findings', async () => {
  const { ctx, found, kept } = await setUp();
  const key = createHash('sha256')
    .update(encodeIdSet([1]))
    .digest()
    .subarray(0, 16);
  ctx.database.sqlite
    .prepare('INSERT INTO number_sets (key, numbers) VALUES (?, ?)')
    .run(key, encodeIdSet([1]));
  await found([A1]);
  expect(kept()).toEqual(['a 1']);
});
