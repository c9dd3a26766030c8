import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FINDING_SORTS } from '../../../src/vulnerabilities/findings/findings.repository.js';
import type { FlatQuery } from '../../../src/vulnerabilities/flat/flat-findings.js';
import { createFlatLists } from '../../../src/vulnerabilities/flat/flat-lists.js';
import { presentFlatList } from '../../../src/vulnerabilities/flat/flat.presenter.js';
import { createListSources } from '../../support/list-sources.js';
import { applyStep, fleetHistories, startFleet } from '../../support/fleet-history.js';
import { setUpFleet, type TestFleet } from '../../support/fleet.js';

const BY_RISK = { by: 'risk', isReversed: false } as const;
const ALL = { page: 1, limit: 1000 };
const FILTERS: FlatQuery['filter'][] = [
  {},
  { severity: 'high' },
  { severity: 'high', severity_max: 'high' },
  { state: 'open' },
  { state: 'accepted' },
  { unimportant: true },
  { q: 'cve-2024-1' },
  { host_id: 1 },
  { group_id: 1 },
  { since: 1_790_000_020 },
  { state: 'new', since: 0 },
  { state: 'fixed', since: 0 },
  { state: 'new', since: 0, severity: 'high', cause: 'knowledge' },
];
const QUERIES: FlatQuery[] = [
  ...FILTERS.map((filter) => ({ filter, page: ALL, sort: BY_RISK })),
  ...FINDING_SORTS.map((by) => ({ filter: {}, page: ALL, sort: { by, isReversed: true } })),
];
const some = fc.shuffledSubarray(QUERIES, { minLength: 5, maxLength: 5 });

/** The findings of each host, as its own list has them. */
async function findingsByHost(app: TestFleet, hosts: Iterable<number>, filter: string) {
  const found: object[] = [];
  for (const id of hosts) {
    const path = `/hosts/${id}/vulnerabilities?limit=1000${filter}`;
    found.push(...((await app.call('GET', path)).body as { data: object[] }).data);
  }
  return found;
}

const ADDED: ReadonlySet<string> = new Set(['state', 'changed_at', 'cause']);
/** A finding as the list of its host has it. */
const asOfHost = (item: object): object =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !ADDED.has(name))
      .sort(),
  );

const total = async (app: TestFleet, path: string): Promise<number> =>
  ((await app.call('GET', path)).body as { meta: { total: number } }).meta.total;

const byText = (items: readonly object[]): string[] =>
  items.map((item) => JSON.stringify(item)).sort();

async function checkLists(app: TestFleet, hosts: ReadonlyMap<number, number>): Promise<void> {
  for (const [state, filter] of [
    ['', ''],
    ['&state=open', '&accepted=false'],
    ['&state=accepted', '&accepted=true'],
  ] as const) {
    const { body } = await app.call('GET', `/findings?limit=1000${state}`);
    const { data } = body as { data: object[] };
    const findings = data.map(asOfHost);
    const expected = await findingsByHost(app, hosts.values(), filter);
    expect(byText(findings)).toEqual(byText(expected.map(asOfHost)));
  }
}

async function checkCounts(app: TestFleet): Promise<void> {
  const summary = (await app.call('GET', '/summary')).body as {
    data: { findings: Record<string, number> };
  };
  const { open, accepted, new_7d, fixed_7d, known_exploited } = summary.data.findings;
  const totals = {
    open: await total(app, '/findings?state=open'),
    accepted: await total(app, '/findings?state=accepted'),
    known_exploited: await total(app, '/findings?state=open&kev=true'),
    new_7d: await total(app, '/findings?state=new'),
    fixed_7d: await total(app, '/findings?state=fixed'),
  };
  expect(totals).toEqual({ open, accepted, known_exploited, new_7d, fixed_7d });
}

it('has the findings of the lists of hosts and the counts of the summary, after any change', async () => {
  await fc.assert(
    fc.asyncProperty(fleetHistories, some, async (changes, queries) => {
      const app = await setUpFleet();
      const fleet = await startFleet(app);
      const { sqlite } = app.ctx.database;
      for (const [i, step] of changes.entries()) {
        await applyStep(fleet, step);
        for (const query of queries) {
          const list = createFlatLists(sqlite, createListSources(sqlite))(query, app.clock.now());
          const expected = presentFlatList(list, app.ctx.knowledge.feedVersion);
          expect(await app.ctx.fleet.ask('flatFindings', query)).toEqual(expected);
        }
        if (i % 6 !== 5 && i !== changes.length - 1) continue;
        await checkLists(app, fleet.hosts);
        await checkCounts(app);
      }
    }),
    { numRuns: 6 },
  );
}, 180_000);

it('has the same items on pages of any size', async () => {
  const app = await setUpFleet();
  const fleet = await startFleet(app);
  for (const host of [0, 1, 2, 3])
    await applyStep(fleet, { kind: 'install', host, versions: [1, 1, 1, 1] });
  await applyStep(fleet, { kind: 'load', fixed: [2, 2, 2, 2, 2, 2] });
  await applyStep(fleet, { kind: 'install', host: 1, versions: [3, 3, 1, 1] });
  const { sqlite } = app.ctx.database;
  const list = createFlatLists(sqlite, createListSources(sqlite));
  for (const sort of [...FINDING_SORTS.map((by) => ({ by, isReversed: false }))])
    for (const filter of [{}, { state: 'fixed' as const }]) {
      const read = (page: FlatQuery['page']) => list({ filter, page, sort }, app.clock.now());
      const all = read(ALL);
      expect(all.rows.length).toBe(all.total);
      for (const limit of [1, 2, 3, 5]) {
        const pages = Array.from({ length: Math.ceil(all.total / limit) + 1 }, (_, i) =>
          read({ page: i + 1, limit }),
        );
        expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
      }
    }
});
