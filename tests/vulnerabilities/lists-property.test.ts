import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sqlite } from '../../src/database/sqlite.js';
import {
  createVulnerabilityLists,
  type VulnerabilityListQuery,
} from '../../src/vulnerabilities/lists/lists.js';
import type { ListedVulnerability } from '../../src/vulnerabilities/lists/present-vulnerabilities.js';
import { toFinding } from '../../src/vulnerabilities/findings/findings.presenter.js';
import {
  FINDING_SORTS,
  listFindings,
} from '../../src/vulnerabilities/findings/findings.repository.js';
import { applyStep, fleetHistories, startFleet } from '../support/fleet-history.js';
import { createListSources } from '../support/list-sources.js';
import { listByQueries } from '../support/listed-vulnerabilities.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';

const ALL = { page: 1, limit: 100 };
const FILTERS: VulnerabilityListQuery['filter'][] = [
  {},
  { severity: 'high' },
  { severity_max: 'medium' },
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
const QUERIES: VulnerabilityListQuery[] = [
  ...FILTERS.map((filter) => ({ filter, page: ALL })),
  ...FINDING_SORTS.map((by) => ({ filter: {}, page: ALL, sort: { by, isReversed: true } })),
  { filter: {}, page: { page: 2, limit: 2 } },
];

const EVERYTHING: VulnerabilityListQuery = { filter: {}, page: ALL };
// As many as are kept, with the one about everything.
const some = fc.shuffledSubarray(QUERIES, { minLength: 7, maxLength: 7 });

const idsOf = (items: string): string[] =>
  (JSON.parse(items) as ListedVulnerability[]).map((item) => item.vulnerability_id);

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
          const { items, total } = await app.ctx.fleet.ask('vulnerabilities', query);
          const expected = listByQueries(sqlite, query, app.clock.now());
          expect({ items: JSON.parse(items) as unknown, total }).toEqual(expected);
        }
        const { items, total } = await app.ctx.fleet.ask('vulnerabilities', EVERYTHING);
        const ids = idsOf(items);
        expect(new Set(ids)).toEqual(await listByHosts(app, fleet.hosts.values()));
        expect(total).toBe(ids.length);
      }
    }),
    { numRuns: 10 },
  );
}, 90_000);

/** Turns the order of hosts by name round. */
const renameHosts = (sqlite: Sqlite): unknown =>
  sqlite.exec(
    "UPDATE hosts SET name = iif(name GLOB 'z[0-9][0-9]*', substr(name, 4), 'z' || (99 - id) || name)",
  );

it('lists the findings of a vulnerability in any order as plain queries do', async () => {
  const orders = FINDING_SORTS.flatMap((by) =>
    [true, false].map((isReversed) => ({ by, isReversed })),
  );
  const page = { page: 1, limit: 1000 };
  await fc.assert(
    fc.asyncProperty(fleetHistories, async (changes) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      const { sqlite } = app.ctx.database;
      for (const step of changes) {
        await applyStep(fleet, step);
        if (step.kind === 'install') renameHosts(sqlite);
        for (const id of ['CVE-2024-1', 'CVE-2024-5', 'CVE-2024-unknown'])
          for (const sort of orders) {
            const query = { id, page, sort };
            const answer = await app.ctx.fleet.ask('findingsOfVulnerability', query);
            const filter = { vulnerability_id: id, unimportant: true };
            const { rows, total } = listFindings(sqlite, filter, page, app.clock.now(), sort);
            const items = rows.map((row) => toFinding(row, app.ctx.knowledge.feedVersion));
            expect({ items: JSON.parse(answer.items) as unknown, total: answer.total }).toEqual({
              items,
              total,
            });
          }
      }
    }),
    { numRuns: 5 },
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
    const lists = createVulnerabilityLists(
      app.ctx.database.sqlite,
      createListSources(app.ctx.database.sqlite),
    );
    const idsAt = (seconds: number): string[] =>
      idsOf(lists.list({ filter, page: ALL }, app.clock.now() + seconds).items);
    const isListed = [0, 49, 50, 51].map((seconds) => idsAt(seconds).includes('CVE-2024-1'));
    const isAccepted = [true, true, false, false];
    expect(isListed).toEqual(isAccepted.map((accepted) => accepted === filter.accepted));
  },
);

it('lists a vulnerability with its new rating after the data changed', async () => {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const load = (cvssScore: number) => {
    const ranges = [range('a', '2')];
    app.storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { cvssScore, ranges })]);
    return app.ctx.vulnerabilities.rematchFleet();
  };
  const scores = async () => {
    const { items } = await app.ctx.fleet.ask('vulnerabilities', EVERYTHING);
    return (JSON.parse(items) as ListedVulnerability[]).map(({ risk }) => risk);
  };
  await load(2);
  await app.importInventory(host, [{ name: 'a', version: '1' }]);
  const [before] = await scores();
  await load(9.8);
  const [after] = await scores();
  expect(after).toBeGreaterThan(before ?? 100);
});
