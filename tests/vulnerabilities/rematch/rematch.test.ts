import { afterAll, describe, expect, it } from 'vitest';
import { KnowledgeError } from '../../../src/knowledge/errors.js';
import { createFactStore } from '../../../src/vulnerabilities/findings/facts.store.js';
import { createFleetRematch } from '../../../src/vulnerabilities/rematch/rematch-fleet.js';
import type { RematchBatch } from '../../../src/vulnerabilities/rematch/messages.js';
import {
  createRematch,
  type RematchFleet,
} from '../../../src/vulnerabilities/rematch/start-worker.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { compiled } from '../../support/compiled.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const worker = compiled('vulnerabilities/rematch/rematch.worker.ts', 'rematch');
afterAll(worker.remove);
const NOWHERE = new URL('file:///nowhere/rematch.worker.js');

const cve = (n: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2024-${n}`, { severity: 'high', ranges: [range(name, fixed)] });

/** Three hosts: a 1 and b 1; a 2; a 3 and b 1. */
async function setUp() {
  const app = await setUpFleet();
  const hosts: number[] = [];
  for (let n = 1; n <= 3; n += 1) hosts.push(await app.addHost(`10.0.0.${n}`));
  for (const [n, host] of hosts.entries())
    await app.importInventory(host, [
      { name: 'a', version: String(n + 1) },
      ...(n === 1 ? [] : [{ name: 'b', version: '1' }]),
    ]);
  const { ctx } = app;
  const deps = {
    database: ctx.database,
    knowledgeFile: ctx.knowledge.file,
    matcher: createMatcher(ctx.knowledge),
    facts: createFactStore(ctx.database.sqlite, () => ({ epss: null, kev: null })),
    factGc: ctx.vulnerabilities.factGc,
    clock: app.clock,
    log: { info: () => undefined, error: () => undefined },
  };
  const job = { database: ctx.database.sqlite.name, knowledge: ctx.knowledge.file };
  return {
    ...app,
    job,
    hosts: hosts as [number, number, number],
    fleetBy: (rematch: RematchFleet) => createFleetRematch({ ...deps, rematch }),
    all: () => hosts.map((host) => app.findings(host)),
  };
}

async function batchesOf(
  rematch: RematchFleet,
  job: Parameters<RematchFleet>[0],
): Promise<RematchBatch[]> {
  const batches: RematchBatch[] = [];
  await rematch(job, async (batch) => batches.push(batch) > 0);
  return batches;
}

describe.each([
  ['in a worker thread', worker.url],
  ['in this thread', NOWHERE],
])('rematch %s', (_where, url) => {
  const rematch = createRematch(url);

  it('matches the fleet', async () => {
    const { storeRecords, fleetBy, all } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '3'), cve(2, 'b', null)]);
    await fleetBy(rematch).rematchFleet();
    expect(all()).toEqual([
      ['CVE-2024-1 a 1 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-1 a 2 → 3'],
      ['CVE-2024-2 b 1 → -'],
    ]);
  });

  it('matches only hosts with changed packages', async () => {
    const { storeRecords, fleetBy, hosts, job } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy(rematch).rematchFleet();
    storeRecords('osv-ubuntu', [cve(2, 'b', null)]);
    const batches = await batchesOf(rematch, job);
    expect(
      batches.flatMap(({ changes }) =>
        changes.map(({ host, remove, add }) => [host, remove.length, add.length]),
      ),
    ).toEqual([
      [hosts[0], 0, 1],
      [hosts[2], 0, 1],
    ]);
    expect(batches.flatMap(({ unchanged }) => unchanged)).toEqual([
      { generation: 1, hosts: [hosts[1]] },
    ]);
  });

  it('rejects with KnowledgeError if the vulnerability database cannot be read', async () => {
    const { job } = await setUp();
    await expect(
      batchesOf(rematch, { ...job, knowledge: `${job.knowledge}-lost` }),
    ).rejects.toBeInstanceOf(KnowledgeError);
  });

  it('ends when its batches are no longer stored', async () => {
    const { storeRecords, job } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    let batches = 0;
    await rematch(job, async () => ++batches < 1);
    expect(batches).toBe(1);
  });
});

describe('result of a rematch', () => {
  const rematch = createRematch(NOWHERE);

  it('is not stored for a host with a newer inventory', async () => {
    const { storeRecords, importInventory, fleetBy, hosts, all } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy((job, store) =>
      rematch(job, async (batch) => {
        if (batch.changes.length > 0)
          await importInventory(hosts[0], [{ name: 'a', version: '9' }]);
        return store(batch);
      }),
    ).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('is computed again for a host that was scanned at the same time', async () => {
    const { storeRecords, fleetBy, hosts, all } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    let passes = 0;
    const fleet = fleetBy((job, store) => {
      passes += 1;
      return rematch(job, async (batch) => {
        if (passes === 1) fleet.onHostStored(hosts[1]);
        const isContinuing = await store(batch);
        if (passes === 1 && batch.changes.length > 0)
          expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], [], ['CVE-2024-1 a 3 → 9']]);
        return isContinuing;
      });
    });
    await fleet.rematchFleet();
    expect(passes).toBe(2);
    expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('covers all packages of a host that could not be matched with its inventory', async () => {
    const { storeRecords, fleetBy, hosts, all, rows, ctx } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy(rematch).rematchFleet();
    ctx.database.sqlite
      .prepare("UPDATE host_match_states SET state = x'' WHERE host_id = ?")
      .run(hosts[0]);
    ctx.database.sqlite
      .prepare(
        "DELETE FROM host_packages WHERE host_id = ? AND package_id = (SELECT id FROM packages WHERE name = 'a' AND version = '1')",
      )
      .run(hosts[0]);
    storeRecords('osv-ubuntu', []);
    await fleetBy(rematch).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
    expect(rows("SELECT 1 FROM host_match_states WHERE state = x'' OR generation <> 2")).toEqual(
      [],
    );
  });

  it('is ignored for a deleted host', async () => {
    const { storeRecords, fleetBy, hosts, all, ctx } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy((job, store) =>
      rematch(job, async (batch) => {
        ctx.database.sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(hosts[0]);
        return store(batch);
      }),
    ).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('is completed after an interruption', async () => {
    const { storeRecords, fleetBy, all, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '9')]);
    const cut = fleetBy((job, store) =>
      rematch(job, async (batch) => {
        await store({ ...batch, changes: batch.changes.slice(0, 1) });
        if (batch.changes.length > 0) throw new Error('cut off');
        return true;
      }),
    );
    await expect(cut.rematchFleet()).rejects.toThrow('cut off');
    expect(rows('SELECT generation FROM host_match_states WHERE generation = 1')).toHaveLength(1);
    await fleetBy(rematch).rematchFleet();
    expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });
});
