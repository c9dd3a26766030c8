import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SummaryBody } from '../../src/fleet/fleet.schemas.js';
import type { RemediationBody } from '../../src/vulnerabilities/remediations/remediation.schemas.js';
import { applyStep, fleetHistories, startFleet } from '../support/fleet-history.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';

async function get<T>(app: TestFleet, url: string): Promise<T> {
  return ((await app.call('GET', url)).body as { data: T }).data;
}

/** The open findings that are not accepted, as the lists of hosts' findings have them: `7 CVE-2024-1`. */
async function listOpen(app: TestFleet, hosts: readonly number[]): Promise<string[]> {
  const lists = await Promise.all(
    hosts.flatMap((id) =>
      get<{ vulnerability_id: string }[]>(
        app,
        `/hosts/${id}/vulnerabilities?accepted=false&limit=1000`,
      ).then((found) => found.map((f) => `${id} ${f.vulnerability_id}`)),
    ),
  );
  return lists.flat().sort();
}

it('has the open findings of the lists after any changes, each in exactly one remediation', async () => {
  await fc.assert(
    fc.asyncProperty(fleetHistories, async (changes) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      const { hosts } = fleet;
      for (const step of changes) {
        await applyStep(fleet, step);
        const open = await listOpen(app, [...hosts.values()]);
        const summary = await get<SummaryBody>(app, '/summary');
        const page = await app.call('GET', '/remediations?limit=2&page=2'); // counted before all are built
        const remediations = await get<RemediationBody[]>(app, '/remediations?limit=1000');
        expect(page.body).toMatchObject({
          data: remediations.slice(2, 4),
          meta: { total: remediations.length },
        });
        expect(summary.findings.open).toBe(open.length);
        const counted = remediations.reduce((sum, r) => sum + r.findings, 0);
        expect(counted).toBe(open.length);
        const named = remediations.flatMap((r) =>
          r.vulnerabilities.map((id) => `${r.host_id} ${id}`),
        );
        expect(new Set(named)).toEqual(new Set(open));
        const risks = remediations.map((r) => r.risk);
        expect(risks).toEqual(risks.toSorted((a, b) => b - a));
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);
