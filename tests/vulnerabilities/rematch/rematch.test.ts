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
import { vulnerable } from '../../support/vulnerable.js';

const worker = compiled('vulnerabilities/rematch/rematch.worker.ts', 'fleet-sweep');
afterAll(worker.remove);
const NOWHERE = new URL('file:///nowhere/sweep.worker.js');

const cve = (n: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2024-${n}`, { severity: 'high', ranges: [range(name, fixed)] });

/** Three hosts: a 1 and b 1; a 2; a 3 and b 1. */
async function site() {
  const app = await vulnerable();
  const hosts: number[] = [];
  for (let n = 1; n <= 3; n += 1) hosts.push(await app.host(`10.0.0.${n}`));
  for (const [n, host] of hosts.entries())
    await app.report(host, [
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

async function piecesOf(
  sweep: RematchFleet,
  job: Parameters<RematchFleet>[0],
): Promise<RematchBatch[]> {
  const pieces: RematchBatch[] = [];
  await sweep(job, async (piece) => pieces.push(piece) > 0);
  return pieces;
}

describe.each([
  ['in a thread', worker.url],
  ['without one', NOWHERE],
])('a sweep %s', (_where, url) => {
  const sweep = createRematch(url);

  it('judges the fleet', async () => {
    const { learn, fleetBy, all } = await site();
    learn('osv-debian', [cve(1, 'a', '3'), cve(2, 'b', null)]);
    await fleetBy(sweep).rematchFleet();
    expect(all()).toEqual([
      ['CVE-2024-1 a 1 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-1 a 2 → 3'],
      ['CVE-2024-2 b 1 → -'],
    ]);
  });

  it('looks only at hosts that have what changed', async () => {
    const { learn, fleetBy, hosts, job } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy(sweep).rematchFleet();
    learn('osv-ubuntu', [cve(2, 'b', null)]);
    const pieces = await piecesOf(sweep, job);
    expect(
      pieces.flatMap(({ changes }) =>
        changes.map(({ host, remove, add }) => [host, remove.length, add.length]),
      ),
    ).toEqual([
      [hosts[0], 0, 1],
      [hosts[2], 0, 1],
    ]);
    expect(pieces.flatMap(({ unchanged }) => unchanged)).toEqual([
      { generation: 1, hosts: [hosts[1]] },
    ]);
  });

  it('says that the knowledge cannot be read', async () => {
    const { job } = await site();
    await expect(
      piecesOf(sweep, { ...job, knowledge: `${job.knowledge}-lost` }),
    ).rejects.toBeInstanceOf(KnowledgeError);
  });

  it('ends when no more is wanted', async () => {
    const { learn, job } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    let pieces = 0;
    await sweep(job, async () => ++pieces < 1);
    expect(pieces).toBe(1);
  });
});

describe('what a sweep comes to', () => {
  const sweep = createRematch(NOWHERE);

  it('is not stored for a host that told anew meanwhile', async () => {
    const { learn, report, fleetBy, hosts, all } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy((job, take) =>
      sweep(job, async (piece) => {
        if (piece.changes.length > 0) await report(hosts[0], [{ name: 'a', version: '9' }]);
        return take(piece);
      }),
    ).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('is asked for again of a host that a scan saw to meanwhile', async () => {
    const { learn, fleetBy, hosts, all } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    let sweeps = 0;
    const fleet = fleetBy((job, take) => {
      sweeps += 1;
      return sweep(job, async (piece) => {
        if (sweeps === 1) fleet.onHostStored(hosts[1]);
        const wanted = await take(piece);
        if (sweeps === 1 && piece.changes.length > 0)
          expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], [], ['CVE-2024-1 a 3 → 9']]);
        return wanted;
      });
    });
    await fleet.rematchFleet();
    expect(sweeps).toBe(2);
    expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('covers all of a host whose packages could not be judged when they came', async () => {
    const { learn, fleetBy, hosts, all, rows, ctx } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy(sweep).rematchFleet();
    ctx.database.sqlite
      .prepare("UPDATE host_judgements SET state = x'' WHERE host_id = ?")
      .run(hosts[0]);
    ctx.database.sqlite
      .prepare(
        "DELETE FROM host_packages WHERE host_id = ? AND package_id = (SELECT id FROM packages WHERE name = 'a' AND version = '1')",
      )
      .run(hosts[0]);
    learn('osv-ubuntu', []);
    await fleetBy(sweep).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
    expect(rows("SELECT 1 FROM host_judgements WHERE state = x'' OR generation <> 2")).toEqual([]);
  });

  it('goes nowhere for a host that is gone', async () => {
    const { learn, fleetBy, hosts, all, ctx } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    await fleetBy((job, take) =>
      sweep(job, async (piece) => {
        ctx.database.sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(hosts[0]);
        return take(piece);
      }),
    ).rematchFleet();
    expect(all()).toEqual([[], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });

  it('is gone on with where it was cut off', async () => {
    const { learn, fleetBy, all, rows } = await site();
    learn('osv-debian', [cve(1, 'a', '9')]);
    const cut = fleetBy((job, take) =>
      sweep(job, async (piece) => {
        await take({ ...piece, changes: piece.changes.slice(0, 1) });
        if (piece.changes.length > 0) throw new Error('cut off');
        return true;
      }),
    );
    await expect(cut.rematchFleet()).rejects.toThrow('cut off');
    expect(rows('SELECT generation FROM host_judgements WHERE generation = 1')).toHaveLength(1);
    await fleetBy(sweep).rematchFleet();
    expect(all()).toEqual([['CVE-2024-1 a 1 → 9'], ['CVE-2024-1 a 2 → 9'], ['CVE-2024-1 a 3 → 9']]);
  });
});
