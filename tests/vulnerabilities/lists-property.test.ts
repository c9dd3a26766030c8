import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createVulnerabilityLists,
  type FindingListQuery,
} from '../../src/vulnerabilities/lists.js';
import { FINDING_SORTS } from '../../src/vulnerabilities/findings/findings.repository.js';
import { applyStep, fleetHistories, startFleet } from '../support/fleet-history.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';

const ALL = { page: 1, limit: 100 };
const FILTERS: FindingListQuery['filter'][] = [
  {},
  { severity: 'high' },
  { kev: true },
  { package: 'a' },
  { accepted: false },
  { accepted: true },
  { unimportant: true },
  { q: 'cve-2024-1' },
  { fixable: false },
  { epss_min: 0.5 },
  { host_id: 1 },
  { group_id: 1 },
];
const QUERIES: FindingListQuery[] = [
  ...FILTERS.map((filter) => ({ filter, page: ALL })),
  ...FINDING_SORTS.map((by) => ({ filter: {}, page: ALL, sort: { by, isReversed: true } })),
  { filter: {}, page: { page: 2, limit: 2 } },
];

const EVERYTHING: FindingListQuery = { filter: {}, page: ALL };
// As many as are kept, with the one about everything.
const some = fc.shuffledSubarray(QUERIES, { minLength: 7, maxLength: 7 });

/** The vulnerabilities of each host, as its own list has them. */
async function listByHosts(app: TestFleet, hosts: Iterable<number>): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const id of hosts) {
    const { body } = await app.call('GET', `/hosts/${id}/vulnerabilities?limit=1000`);
    const { data } = body as { data: { vulnerability_id: string }[] };
    for (const { vulnerability_id } of data) ids.add(vulnerability_id);
  }
  return ids;
}

it('keeps no ranking longer than it is true, for any filter and order', async () => {
  await fc.assert(
    fc.asyncProperty(fleetHistories, some, async (changes, queries) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      const { sqlite } = app.ctx.database;
      for (const step of changes) {
        await applyStep(fleet, step);
        for (const query of queries) {
          const expected = createVulnerabilityLists(sqlite)(query, app.clock.now());
          expect(await app.ctx.fleet.ask('vulnerabilities', query)).toEqual(expected);
        }
        const { items, total } = await app.ctx.fleet.ask('vulnerabilities', EVERYTHING);
        const ids = items.map((item) => item.vulnerability_id);
        expect(new Set(ids)).toEqual(await listByHosts(app, fleet.hosts.values()));
        expect(total).toBe(ids.length);
      }
    }),
    { numRuns: 10 },
  );
}, 90_000);

it.each([{ accepted: false }, { accepted: true }])(
  'ranks again when an acceptance expired, and nothing else changed: %j',
  async (filter) => {
    const app = await setUpFleet();
    const fleet = await startFleet(app);
    await applyStep(fleet, { kind: 'install', host: 0, versions: [1, 1, 1, 1] });
    await applyStep(fleet, { kind: 'load', fixed: [2, 2, 2, 2, 2, 2] });
    await applyStep(fleet, { kind: 'accept', host: null, hole: 1, seconds: 50 });
    const list = createVulnerabilityLists(app.ctx.database.sqlite);
    const idsAt = (seconds: number): string[] =>
      list({ filter, page: ALL }, app.clock.now() + seconds).items.map((v) => v.vulnerability_id);
    const isListed = [0, 49, 50, 51].map((seconds) => idsAt(seconds).includes('CVE-2024-1'));
    const isAccepted = [true, true, false, false];
    expect(isListed).toEqual(isAccepted.map((accepted) => accepted === filter.accepted));
  },
);
