import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../src/database/database.js';
import { openSqlite } from '../../../src/database/sqlite.js';
import { openKnowledge } from '../../../src/knowledge/open-knowledge.js';
import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../../src/knowledge/records.js';
import { createExploitationReader } from '../../../src/vulnerabilities/matching/exploitation.js';
import { createFactGc } from '../../../src/vulnerabilities/gc/facts.gc.js';
import { createFactStore } from '../../../src/vulnerabilities/findings/facts.store.js';
import { createFindingsStore } from '../../../src/vulnerabilities/findings/findings.store.js';
import { createFleetRematch } from '../../../src/vulnerabilities/rematch/rematch-fleet.js';
import { createHostMatcher } from '../../../src/vulnerabilities/findings/match-host.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { addHosts, heldClock, testDatabase } from '../../support/database.js';
import { range, record, createKnowledge, storeFeed } from '../../support/stored-records.js';

interface Pkg {
  name: number;
  version: number;
  source: number | null;
  isKernel: boolean;
}
interface Host {
  release: 11 | 12;
  running: number | null;
  packages: Pkg[];
  service: number | null;
}
interface Rec {
  cve: number;
  source: number;
  release: 11 | 12;
  fixed: number | null;
  kind: 'source' | 'binary';
  rating: 'high' | 'low' | null;
  isAdvisory: boolean;
}
const FEEDS = ['osv-debian', 'osv-ubuntu', 'osv-alpine'] as const;
type Step =
  | { does: 'releases'; feed: (typeof FEEDS)[number]; records: Rec[] }
  | { does: 'nvd'; records: Rec[] }
  | { does: 'report'; host: number; now: Host }
  | { does: 'fleet' }
  /** a host gets the packages of another one */
  | { does: 'same'; host: number; as: number }
  /** a host changes while the vulnerability database is unreadable */
  | { does: 'unmatched'; host: number; now: Host }
  /** the history of the vulnerability database is deleted: all packages have to be matched */
  | { does: 'forget' }
  /** unused packages are removed */
  | { does: 'clean' };

const small = (max: number) => fc.integer({ min: 1, max });
const pkg: fc.Arbitrary<Pkg> = fc.record({
  name: small(4),
  version: small(3),
  source: fc.option(small(4)),
  isKernel: fc.boolean(),
});
const host: fc.Arbitrary<Host> = fc.record({
  release: fc.constantFrom(11 as const, 12 as const),
  running: fc.option(small(3)),
  packages: fc.uniqueArray(pkg, { maxLength: 6, selector: (p) => JSON.stringify(p) }),
  service: fc.option(small(3)),
});
const rec: fc.Arbitrary<Rec> = fc.record({
  cve: small(3),
  source: small(4),
  release: fc.constantFrom(11 as const, 12 as const),
  fixed: fc.option(small(4)),
  kind: fc.constantFrom('source' as const, 'binary' as const),
  rating: fc.constantFrom('high' as const, 'low' as const, null),
  isAdvisory: fc.boolean(),
});
const records = fc.array(rec, { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('releases' as const),
      feed: fc.constantFrom(...FEEDS),
      records,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('nvd' as const), records }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      host: fc.nat({ max: 3 }),
      now: host,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('same' as const),
      host: fc.nat({ max: 3 }),
      as: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('unmatched' as const),
      host: fc.nat({ max: 3 }),
      now: host,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clean' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('fleet' as const) }) },
);

const nameOf = ({ name, isKernel, version }: Pkg): string =>
  isKernel ? `linux-image-${version}` : `p${name}`;

function recordOf(
  { cve, source, release, fixed, kind, rating, isAdvisory }: Rec,
  n: number,
): KnowledgeRecord {
  const one = range(`p${source}`, fixed === null ? null : String(fixed), {
    affectedPackage: { ecosystem: `Debian:${release}`, kind, name: `p${source}` },
  });
  return record(`R-${n}`, {
    rank: isAdvisory ? SOURCE_PRECEDENCE.advisory : SOURCE_PRECEDENCE.cveRecord,
    vulnerabilities: [`CVE-2024-${cve}`],
    severity: rating,
    ranges: [one],
  });
}

const CVSS_SCORES = { high: 8, low: 2 };

const nvdOf = ({ cve, source, fixed, rating }: Rec, n: number): KnowledgeRecord =>
  record(`N-${n}`, {
    vulnerabilities: [`CVE-2024-${cve}`],
    title: `Hole ${n}`,
    cvssScore: rating === null ? null : CVSS_SCORES[rating],
    ranges: [
      range('x', fixed === null ? null : `9.${fixed}`, {
        affectedPackage: {
          ecosystem: 'cpe:a',
          kind: 'cpe',
          name: source < 3 ? 'openbsd:openssh' : 'other:thing',
        },
        order: 'generic',
      }),
    ],
  });

function setHost(
  { sqlite }: Database,
  id: number,
  { release, running, packages, service }: Host,
): void {
  sqlite
    .prepare(
      "INSERT OR REPLACE INTO inventories (host_id, report_id, collected_at, running_kernel, packages_count, warnings, scopes) VALUES (?, 1, 0, ?, 0, '[]', ?)",
    )
    .run(id, running === null ? null : String(running), JSON.stringify([`Debian:${release}`]));
  sqlite.prepare('DELETE FROM host_packages WHERE host_id = ?').run(id);
  for (const p of packages) {
    const key = Buffer.from(JSON.stringify(p));
    sqlite
      .prepare(
        "INSERT OR IGNORE INTO packages (key, format, name, version, architecture, source, source_version) VALUES (?, 'dpkg', ?, ?, 'amd64', ?, ?)",
      )
      .run(
        key,
        nameOf(p),
        String(p.version),
        p.source === null ? null : `p${p.source}`,
        p.source === null ? null : String(p.version),
      );
    sqlite
      .prepare(
        'INSERT INTO host_packages (host_id, package_id) SELECT ?, id FROM packages WHERE key = ?',
      )
      .run(id, key);
  }
  sqlite.prepare('DELETE FROM services WHERE host_id = ?').run(id);
  if (service !== null) {
    sqlite
      .prepare(
        `INSERT INTO services (host_id, port, transport, state, service, product, version, cpe, details, confidence, first_seen, last_seen)
      VALUES (?, 22, 'tcp', 'open', 'ssh', 'OpenSSH', @version, @cpe, '{}', 'confirmed', 0, 0)`,
      )
      .run(id, {
        version: `9.${service}`,
        cpe: `cpe:2.3:a:openbsd:openssh:9.${service}:*:*:*:*:*:*:*`,
      });
  }
}

function forgetHistory(file: string): void {
  const sqlite = openSqlite(file);
  sqlite.exec(
    "UPDATE counters SET value = (SELECT coalesce(max(number), 0) FROM generations) WHERE name = 'oldest_generation'",
  );
  sqlite.close();
}

/** Matching with a separate database of four hosts. */
function createSite(knowledge: ReturnType<typeof openKnowledge>) {
  const database = testDatabase();
  const { sqlite } = database;
  const matcher = createMatcher(knowledge);
  const facts = createFactStore(sqlite, createExploitationReader(knowledge));
  const matchHost = createHostMatcher({
    sqlite,
    matcher,
    facts,
    findings: createFindingsStore(sqlite),
  });
  const clock = heldClock();
  const fleet = createFleetRematch({
    database,
    knowledgeFile: knowledge.file,
    matcher,
    facts,
    factGc: createFactGc(database),
    clock,
    log: { info: () => undefined, error: () => undefined },
  });
  const state = () =>
    sqlite
      .prepare(
        `SELECT f.host_id, hex(k.key) AS key, k.origin, f.first_seen, f.last_seen FROM host_findings f JOIN facts k ON k.id = f.fact_id
    UNION ALL SELECT host_id, hex(state), 'match state', generation, read_at FROM host_match_states ORDER BY 1, 3, 2`,
      )
      .all();
  return { database, sqlite, matchHost, clock, fleet, state, ids: addHosts(database, 4) };
}

describe('rematch of the fleet', () => {
  it('has the same result as matching each host, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(host, { minLength: 4, maxLength: 4 }),
        fc.array(step, { minLength: 4, maxLength: 16 }),
        async (hosts, steps) => {
          const knowledge = openKnowledge(createKnowledge().file, 0);
          onTestFinished(() => knowledge.close());
          const rematched = createSite(knowledge);
          const direct = createSite(knowledge);
          const sites = [rematched, direct];
          const report = (n: number, now: Host): void => {
            for (const { database, ids, matchHost, clock } of sites) {
              setHost(database, ids[n] ?? 0, now);
              matchHost(ids[n] ?? 0, clock.seconds, clock.seconds);
            }
          };
          const current = [...hosts];
          hosts.forEach((one, n) => report(n, one));
          const leaveUnmatched = (n: number, now: Host): void => {
            for (const { database, ids } of sites) setHost(database, ids[n] ?? 0, now);
            rematched.sqlite
              .prepare("UPDATE host_match_states SET state = x'' WHERE host_id = ?")
              .run(rematched.ids[n]);
            direct.sqlite
              .prepare(
                "UPDATE host_match_states SET state = x'', generation = -1 WHERE host_id = ?",
              )
              .run(direct.ids[n]); // all packages are matched
          };
          let version = 0;
          for (const one of [...steps, { does: 'fleet' } as const]) {
            for (const { clock } of sites) clock.pass(10);
            if (one.does === 'releases')
              storeFeed(knowledge, one.feed, `v${++version}`, one.records.map(recordOf));
            else if (one.does === 'nvd')
              storeFeed(knowledge, 'nvd', `v${++version}`, one.records.map(nvdOf));
            else if (one.does === 'report' || one.does === 'same' || one.does === 'unmatched') {
              const now = one.does === 'same' ? (current[one.as] as Host) : one.now;
              current[one.host] = now;
              if (one.does === 'unmatched') leaveUnmatched(one.host, now);
              else report(one.host, now);
            } else if (one.does === 'forget') forgetHistory(knowledge.file);
            else if (one.does === 'clean')
              for (const { sqlite } of sites)
                sqlite.exec(
                  'DELETE FROM packages WHERE id NOT IN (SELECT package_id FROM host_packages)',
                );
            else {
              await rematched.fleet.rematchFleet();
              direct.sqlite.transaction(() =>
                direct.ids.forEach((id) => direct.matchHost(id, null, direct.clock.seconds)),
              )();
              expect(rematched.state()).toEqual(direct.state());
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);
});
