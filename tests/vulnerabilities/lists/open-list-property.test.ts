import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sqlite } from '../../../src/database/sqlite.js';
import { FINDING_SORTS } from '../../../src/vulnerabilities/findings/findings.repository.js';
import {
  withoutState,
  type FlatFilter,
  type FlatQuery,
} from '../../../src/vulnerabilities/flat/flat-findings.js';
import { addHosts, testDatabase } from '../../support/database.js';
import { flatByQueries } from '../../support/flat-findings.js';
import { createListSources } from '../../support/list-sources.js';

const HOSTS = 6;
const FACTS = 9;
const FACTS_OF_VULNERABILITY = 3;
const NOW = 1_000;
const SEVERITIES = ['low', 'unknown', 'high', 'high'];
const SORTS = FINDING_SORTS.flatMap((by) =>
  [true, false].map((isReversed) => ({ by, isReversed })),
);
const FILTERS: FlatFilter[] = [
  {},
  { severity: 'high' },
  { state: 'open' },
  { state: 'accepted' },
  { epss_min: 0.4 },
  { q: 'package-1' },
  { group_id: 1 },
  { host_id: 1200 },
  { since: 10, until: 40 },
];
const PAGES = [
  { page: 1, limit: 100 },
  { page: 1, limit: 3 },
  { page: 2, limit: 4 },
  { page: 3, limit: 5 },
];

const host = fc.nat(HOSTS - 1);
const vulnerability = fc.nat(FACTS / FACTS_OF_VULNERABILITY - 1);
const seen = fc.oneof(fc.nat(50), fc.constantFrom(65_535, 65_536, 2 ** 31, 2 ** 32 - 1));
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      host,
      findings: fc.array(fc.tuple(fc.integer({ min: 1, max: FACTS }), seen), { maxLength: FACTS }),
    }),
  },
  fc.record({ vulnerability, score: fc.integer({ min: 0, max: 10 }), epss: fc.nat(9) }),
  fc.record({ renamed: host, name: fc.constantFrom('a', 'k', 'z') }),
  fc.record({ accepted: vulnerability, on: fc.option(host), isOfGroup: fc.boolean() }),
  fc.record({ joins: host }),
  fc.record({ deleted: host }),
  fc.constant({ isAll: true as const }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const asked = fc.record({
  filters: fc.shuffledSubarray(FILTERS, { minLength: 2, maxLength: 2 }),
  sorts: fc.shuffledSubarray(SORTS, { minLength: 3, maxLength: 3 }),
});

/** Inserts hosts whose ids are far apart, facts of vulnerabilities in another order than their ids, and a group. */
function seed(sqlite: Sqlite, ids: readonly number[]): number[] {
  for (let v = 0; v < FACTS / FACTS_OF_VULNERABILITY; v += 1)
    sqlite.prepare('INSERT INTO vulnerabilities (id, title) VALUES (?, ?)').run(`CVE-${v}`, '');
  const fact = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, package, severity, confidence, advisory, basis)
     VALUES (?, ?, 'check', ?, ?, ?, 'confirmed', 'A', '{}')`,
  );
  for (let id = 1; id <= FACTS; id += 1) {
    const name = id % 5 === 0 ? null : `package-${(id * 7) % 4}`;
    const severity = SEVERITIES[id % SEVERITIES.length];
    fact.run(id, Buffer.from([id]), `CVE-${(id * 2) % FACTS_OF_VULNERABILITY}`, name, severity);
  }
  sqlite.exec("INSERT INTO groups (id, name, created_at, updated_at) VALUES (1, 'some', 0, 0)");
  const move = sqlite.prepare('UPDATE hosts SET id = ? WHERE id = ?');
  return ids.map((id) => {
    move.run(1000 + 100 * id, id);
    return 1000 + 100 * id;
  });
}

/** Applies a change as the service does. Returns what it notes. */
function apply(sqlite: Sqlite, hosts: readonly number[], step: Change) {
  const noted = { isAll: false, hosts: [] as number[], vulnerabilities: [] as string[] };
  const isHost = (id: number): boolean =>
    sqlite.prepare('SELECT 1 FROM hosts WHERE id = ?').get(id) !== undefined;
  if ('isAll' in step) return { ...noted, isAll: true };
  if ('findings' in step) {
    const id = hosts[step.host] ?? 0;
    sqlite.prepare('DELETE FROM host_findings WHERE host_id = ?').run(id);
    const add = sqlite.prepare('INSERT OR IGNORE INTO host_findings VALUES (?, ?, ?, ?)');
    if (isHost(id))
      for (const [fact, at] of step.findings)
        add.run(id, fact, at, Math.min(at + (fact % 2), 2 ** 32 - 1));
    return { ...noted, hosts: [id] };
  }
  if ('renamed' in step)
    sqlite
      .prepare('UPDATE hosts SET name = ? WHERE id = ?')
      .run(step.name, hosts[step.renamed] ?? 0);
  if ('deleted' in step)
    sqlite.prepare('DELETE FROM hosts WHERE id = ?').run(hosts[step.deleted] ?? 0);
  if ('joins' in step && isHost(hosts[step.joins] ?? 0))
    sqlite
      .prepare('INSERT OR IGNORE INTO group_hosts (group_id, host_id) VALUES (1, ?)')
      .run(hosts[step.joins] ?? 0);
  if ('accepted' in step) accept(sqlite, step, step.on === null ? null : (hosts[step.on] ?? 0));
  if ('score' in step) {
    const id = `CVE-${step.vulnerability}`;
    const epss = JSON.stringify({ score: step.epss / 10, percentile: null, date: null });
    sqlite
      .prepare('UPDATE vulnerabilities SET cvss_score = ?, epss = ? WHERE id = ?')
      .run(step.score, epss, id);
    return { ...noted, vulnerabilities: [id] };
  }
  return noted;
}

/** Accepts a vulnerability everywhere, or on a host, or on those of the group. */
function accept(
  sqlite: Sqlite,
  { accepted, isOfGroup }: { accepted: number; isOfGroup: boolean },
  host: number | null,
): void {
  if (host !== null && sqlite.prepare('SELECT 1 FROM hosts WHERE id = ?').get(host) === undefined)
    return;
  sqlite
    .prepare(
      `INSERT INTO acceptances (vulnerability_id, host_id, group_id, reason, "by", created_at, began_change)
       VALUES (?, ?, ?, 'test', 'test', 0, 1)`,
    )
    .run(`CVE-${accepted}`, host, isOfGroup ? 1 : null);
}

it('lists findings of all hosts as plain queries do, for any filter, order and page, after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 10, maxLength: 30, size: 'max' }),
      asked,
      (changes, { filters, sorts }) => {
        const database = testDatabase();
        const { sqlite } = database;
        const hosts = seed(sqlite, addHosts(database, HOSTS));
        const { sqlite: reader } = database.again(); // as the worker: another connection
        const { openFindings, readOpen: list } = createListSources(reader);
        const read = reader.transaction((query: FlatQuery) =>
          list(openFindings.read(), query, NOW),
        );
        for (const step of changes) {
          openFindings.note(apply(sqlite, hosts, step));
          for (const filter of filters)
            for (const sort of sorts)
              for (const page of PAGES) {
                const query = { filter: withoutState(filter), page, sort };
                expect(read(query)).toEqual(flatByQueries(sqlite, query, NOW));
              }
        }
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);
