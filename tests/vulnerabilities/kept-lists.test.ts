import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sqlite } from '../../src/database/sqlite.js';
import {
  FINDING_SORTS,
  listFindings,
} from '../../src/vulnerabilities/findings/findings.repository.js';
import { toFinding, writeFindings } from '../../src/vulnerabilities/findings/findings.presenter.js';
import { createVulnerabilityLists } from '../../src/vulnerabilities/lists/lists.js';
import { addHosts, testDatabase } from '../support/database.js';
import { createListSources } from '../support/list-sources.js';
import { listByQueries } from '../support/listed-vulnerabilities.js';

const HOSTS = 3;
const VULNERABILITIES = 3;
const FACTS_OF_VULNERABILITY = 2;
const FACTS = VULNERABILITIES * FACTS_OF_VULNERABILITY;
const NOW = 1_000;
/** The risk of a finding of unknown severity may be above or below that of a low one: it depends on the score. */
const SEVERITIES = ['low', 'unknown', 'high', 'high'];
const SORTS = FINDING_SORTS.flatMap((by) =>
  [true, false].map((isReversed) => ({ by, isReversed })),
);
const PAGES = [
  { page: 1, limit: 100 },
  { page: 2, limit: 1 },
];

const vulnerability = fc.nat(VULNERABILITIES - 1);
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      host: fc.integer({ min: 1, max: HOSTS }),
      findings: fc.array(fc.tuple(fc.integer({ min: 1, max: FACTS }), fc.nat(50))),
    }),
  },
  fc.record({ vulnerability, score: fc.integer({ min: 0, max: 10 }), epss: fc.nat(9) }),
  fc.record({ renamed: fc.integer({ min: 1, max: HOSTS }), name: fc.constantFrom('a', 'k', 'z') }),
);
// As many as are kept, each with its pages.
const some = fc.shuffledSubarray(SORTS, { minLength: 3, maxLength: 3 });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function seed(sqlite: Sqlite): void {
  for (let v = 0; v < VULNERABILITIES; v += 1)
    sqlite.prepare('INSERT INTO vulnerabilities (id, title) VALUES (?, ?)').run(`CVE-${v}`, '');
  const fact = sqlite.prepare(
    `INSERT INTO facts (id, key, origin, vulnerability_id, package, severity, confidence, advisory, basis)
     VALUES (?, ?, 'package', ?, ?, ?, 'confirmed', 'A', '{}')`,
  );
  for (let id = 1; id <= FACTS; id += 1) {
    const severity = SEVERITIES[id % SEVERITIES.length];
    fact.run(id, Buffer.from([id]), `CVE-${id % VULNERABILITIES}`, `package-${id % 4}`, severity);
  }
}

/** Applies a change as the service does. Returns what it notes. */
function apply(sqlite: Sqlite, step: Change) {
  const noted = { isAll: false, hosts: [] as number[], vulnerabilities: [] as string[] };
  if ('findings' in step) {
    sqlite.prepare('DELETE FROM host_findings WHERE host_id = ?').run(step.host);
    const add = sqlite.prepare('INSERT OR IGNORE INTO host_findings VALUES (?, ?, ?, ?)');
    for (const [fact, seen] of step.findings) add.run(step.host, fact, seen, seen + 1);
    return { ...noted, hosts: [step.host] };
  }
  if ('name' in step) {
    sqlite.prepare('UPDATE hosts SET name = ? WHERE id = ?').run(step.name, step.renamed);
    return noted;
  }
  const id = `CVE-${step.vulnerability}`;
  sqlite
    .prepare('UPDATE vulnerabilities SET cvss_score = ?, epss = ? WHERE id = ?')
    .run(step.score, JSON.stringify({ score: step.epss / 10, percentile: null, date: null }), id);
  return { ...noted, vulnerabilities: [id] };
}

it('keeps no order and no page of a list longer than it is true', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 5, maxLength: 20, size: 'max' }),
      some,
      (changes, sorts) => {
        const database = testDatabase();
        const { sqlite } = database;
        addHosts(database, HOSTS);
        seed(sqlite);
        const sources = createListSources(sqlite);
        const lists = createVulnerabilityLists(sqlite, sources);
        for (const step of changes) {
          sources.note(apply(sqlite, step));
          for (const sort of sorts)
            for (const page of PAGES) {
              const query = { filter: {}, page, sort };
              const { items, total } = lists.list(query, NOW);
              const expected = listByQueries(sqlite, query, NOW);
              expect({ items: JSON.parse(items) as unknown, total }).toEqual(expected);
              const id = 'CVE-1';
              const filter = { vulnerability_id: id, unimportant: true };
              const found = lists.findings({ id, page, sort }, NOW);
              const asked = listFindings(sqlite, filter, page, NOW, sort);
              expect(found.total).toBe(asked.total);
              expect(JSON.parse(writeFindings(found.rows, () => null))).toEqual(
                asked.rows.map((row) => toFinding(row, () => null)),
              );
            }
        }
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
