import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openSqlite } from '../../src/database/sqlite.js';
import { createFleetHandlers } from '../../src/fleet/fleet-handlers.js';
import type { AnyFleetRequest, FleetProtocol } from '../../src/fleet/messages.js';
import { decodeSums, FIELDS_PER_ROW, rowValues } from '../../src/fleet/sums/host-sums.js';
import { prepareSumReads } from '../../src/fleet/sums/host-sums.statements.js';
import { temporaryFolder } from '../support/database.js';
import { applyStep, fleetHistories, startFleet } from '../support/fleet-history.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';

type HostSums = ReturnType<typeof decodeSums>;

/** The sums by host. When they are computed again does not count. */
const byHost = (all: readonly HostSums[]) =>
  new Map(all.map((sums) => [sums.id, { ...sums, validUntil: null }]));

const storedSums = ({ ctx }: TestFleet): HostSums[] =>
  prepareSumReads(ctx.database.sqlite).all.all().map(decodeSums);

/** Asks a thread that has not been asked before about this file. */
async function askAnother(app: TestFleet, file: string): Promise<FleetProtocol['response']> {
  const handlers = createFleetHandlers();
  const request = {
    question: 'summary',
    query: null,
    changes: { isAll: false, hosts: [], vulnerabilities: [] },
    mustReload: false,
    files: { database: file, knowledge: app.ctx.knowledge.file },
    now: app.clock.now(),
    staleDays: 7,
  } satisfies AnyFleetRequest;
  const response = (await handlers.request?.(request, null as never)) as FleetProtocol['response'];
  handlers.close?.();
  return response;
}

/** Computes all sums of a copy of the database. */
async function recount(app: TestFleet): Promise<HostSums[]> {
  const copy = join(temporaryFolder(), 'copy.db');
  app.ctx.database.sqlite.prepare('VACUUM INTO ?').run(copy);
  const copied = openSqlite(copy);
  copied.exec(`DELETE FROM host_sums; DELETE FROM finding_changes;
    INSERT INTO finding_changes (host_id) SELECT DISTINCT host_id FROM host_findings;`);
  copied.close();
  const { update } = await askAnother(app, copy);
  const rows = update?.rows ?? new Float64Array();
  return Array.from({ length: rows.length / FIELDS_PER_ROW }, (_, row) =>
    decodeSums(rowValues(rows, row)),
  );
}

it('stores the sums that a full recount gives, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fleetHistories, async (changes) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      const { ask } = app.ctx.fleet;
      for (const [i, step] of changes.entries()) {
        await applyStep(fleet, step);
        if (i % 3 === 1) continue; // several changes between two questions
        const { body } = await app.call('GET', '/summary');
        // Before the sums are stored: from those stored before, and the records of changes.
        const { answer } = await askAnother(app, app.ctx.database.sqlite.name);
        expect(answer).toMatchObject({
          findings: (body as { data: { findings: object } }).data.findings,
        });
        await vi.waitFor(() => {
          expect(app.rows('SELECT * FROM finding_changes')).toEqual([]);
        });
        const stored = storedSums(app);
        expect(byHost(stored)).toEqual(byHost(await recount(app)));
        expect(stored.filter((s) => s.accepted === 0 && s.validUntil !== null)).toEqual([]);
        const again = await askAnother(app, app.ctx.database.sqlite.name);
        expect(again).toEqual({ answer: await ask('summary', null), update: null });
      }
    }),
    { numRuns: 8 },
  );
}, 300_000);
