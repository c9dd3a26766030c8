import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openKnowledge } from '../../../src/knowledge/open-knowledge.js';
import { createExploitationReader } from '../../../src/vulnerabilities/matching/exploitation.js';
import { createFactStore } from '../../../src/vulnerabilities/findings/facts.store.js';
import { createFindingsStore } from '../../../src/vulnerabilities/findings/findings.store.js';
import { createHostMatcher } from '../../../src/vulnerabilities/findings/match-host.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { prepareHostState } from '../../../src/vulnerabilities/findings/match-host.statements.js';
import { diffHostStates } from '../../../src/vulnerabilities/matching/packages/host-packages.js';
import { addHosts, testDatabase } from '../../support/database.js';
import { range, record, createKnowledge, storeFeed } from '../../support/stored-records.js';

interface Pkg {
  name: string;
  version: number;
  size: number;
}
interface Host {
  release: 11 | 12;
  running: number | null;
  packages: Pkg[];
}
type Step = { does: 'report' | 'store'; now: Host } | { does: 'update feed'; fixed: number };

const small = (max: number) => fc.integer({ min: 1, max });
const pkg: fc.Arbitrary<Pkg> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'linux-image-1', 'linux-image-2'),
  version: small(3),
  size: small(2),
});
const host: fc.Arbitrary<Host> = fc.record({
  release: fc.constantFrom(12 as const, 12 as const, 12 as const, 11 as const),
  running: fc.constantFrom(null, 1, 1, 1, 2),
  packages: fc.uniqueArray(pkg, {
    minLength: 2,
    maxLength: 9,
    selector: (p) => `${p.name} ${p.version}`,
  }), // as selectPackageList ensures
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('report' as const), now: host }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('update feed' as const), fixed: small(4) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('store' as const), now: host }) },
);

/** A separate database with one host, which is matched with or without its previous state. */
function createSite(knowledge: ReturnType<typeof openKnowledge>, withPreviousState: boolean) {
  const database = testDatabase();
  const { sqlite } = database;
  const matchHost = createHostMatcher({
    sqlite,
    matcher: createMatcher(knowledge),
    facts: createFactStore(sqlite, createExploitationReader(knowledge)),
    findings: createFindingsStore(sqlite),
  });
  const hostState = prepareHostState(sqlite);
  const [id = 0] = addHosts(database, 1);
  const store = (now: Host): void => {
    sqlite
      .prepare(
        "INSERT OR REPLACE INTO inventories (host_id, report_id, collected_at, running_kernel, packages_count, warnings, scopes) VALUES (?, 1, 0, ?, 0, '[]', ?)",
      )
      .run(id, now.running && String(now.running), `["Debian:${now.release}"]`);
    sqlite.prepare('DELETE FROM host_packages WHERE host_id = ?').run(id);
    for (const { name, version, size } of now.packages) {
      const key = Buffer.from(`${name} ${version} ${size}`);
      sqlite
        .prepare(
          "INSERT OR IGNORE INTO packages (key, format, name, version, architecture, source, source_version, size) VALUES (?, 'dpkg', ?, ?, 'amd64', ?, ?, ?)",
        )
        .run(
          key,
          name,
          String(version),
          name.startsWith('linux') ? 'linux' : null,
          String(version),
          size,
        );
      sqlite
        .prepare(
          'INSERT INTO host_packages (host_id, package_id) SELECT ?, id FROM packages WHERE key = ?',
        )
        .run(id, key);
    }
  };
  return {
    report(now: Host, at: number): void {
      const previous = withPreviousState ? hostState.get(id) : undefined;
      store(now);
      matchHost(id, at, at, previous);
    },
    /** stores an inventory while the vulnerability database is unreadable */
    store(now: Host): void {
      store(now);
      sqlite.prepare("UPDATE host_match_states SET state = x''").run();
    },
    state: () =>
      sqlite
        .prepare(
          `SELECT hex(k.key) AS key, k.vulnerability_id, k.package, k.installed_version, f.first_seen, f.last_seen FROM host_findings f JOIN facts k ON k.id = f.fact_id
      UNION ALL SELECT hex(state), '', '', '', generation, read_at FROM host_match_states ORDER BY 1`,
        )
        .all(),
  };
}

const recordsWithFix = (fixed: number) => [
  record('R-1', { vulnerabilities: ['CVE-2024-1'], ranges: [range('a', '2'), range('b', null)] }),
  record('R-2', {
    vulnerabilities: ['CVE-2024-2'],
    ranges: [range('a', String(fixed)), range('linux', null)],
  }),
  record('R-3', {
    vulnerabilities: ['CVE-2024-3'],
    ranges: [
      range('linux', String(fixed)),
      range('c', null, { affectedPackage: { ecosystem: 'Debian:11', kind: 'source', name: 'c' } }),
    ],
  }),
];

describe('matching only changed packages', () => {
  it('has the same result as matching all packages', () => {
    fc.assert(
      fc.property(host, fc.array(step, { minLength: 2, maxLength: 12 }), (first, steps) => {
        const knowledge = openKnowledge(createKnowledge().file, 0);
        onTestFinished(() => knowledge.close());
        storeFeed(knowledge, 'osv-debian', 'v0', recordsWithFix(3));
        const partial = createSite(knowledge, true);
        const full = createSite(knowledge, false);
        [{ does: 'report' as const, now: first }, ...steps].forEach((one, n) => {
          if (one.does === 'update feed')
            storeFeed(knowledge, 'osv-debian', `v${n + 1}`, recordsWithFix(one.fixed));
          else for (const site of [partial, full]) site[one.does](one.now, 100 + n);
          expect(partial.state()).toEqual(full.state());
        });
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it.each([
    ['some packages', '1,2,3', '2,3,4,10', { removed: [1], added: [4, 10] }],
    ['no packages', '1,2', '1,2', { removed: [], added: [] }],
    ['the first packages', null, '7', { removed: [], added: [7] }],
    ['all packages', '7', null, { removed: [7], added: [] }],
  ])('finds the difference between two states: %s', (_name, before, after, expected) => {
    const state = { ecosystems: '["Debian:12"]', running: '6.1' };
    expect(diffHostStates({ ...state, packages: before }, { ...state, packages: after })).toEqual(
      expected,
    );
  });

  it.each([
    ['ecosystems', '["Debian:13"]'],
    ['running', '6.2'],
    ['running', null],
  ])('matches all packages again if %s has changed to %s', (key, value) => {
    const state = { ecosystems: '["Debian:12"]', running: '6.1', packages: '1' };
    expect(diffHostStates(state, { ...state, [key]: value })).toBeNull();
  });
});
