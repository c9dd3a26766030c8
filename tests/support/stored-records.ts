import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import { openKnowledge, type Knowledge } from '../../src/knowledge/open-knowledge.js';
import {
  CURRENT,
  SOURCE_PRECEDENCE,
  type FeedName,
  type KnowledgeRecord,
  type RecordRange,
} from '../../src/knowledge/records.js';
import { versionKey } from '../../src/versions/keys.js';
import { NOW, temporaryFolder } from './database.js';

/** An empty vulnerability database in a temporary folder, closed after the test. */
export function createKnowledge(file = join(temporaryFolder(), 'knowledge.db')): Knowledge {
  const knowledge = openKnowledge(file, NOW);
  onTestFinished(() => {
    if (knowledge.sqlite.open) knowledge.close();
  });
  return knowledge;
}

/** A record with default values. */
export function record(name: string, more: Partial<KnowledgeRecord> = {}): KnowledgeRecord {
  const cve = /CVE-\d+-\d+/.exec(name)?.[0] ?? name;
  return {
    name,
    rank: SOURCE_PRECEDENCE.cveRecord,
    vulnerabilities: [cve],
    aliases: [],
    title: name,
    severity: null,
    cvssVector: null,
    cvssScore: null,
    url: `https://example.org/${name}`,
    ranges: [],
    ...more,
  };
}

/** A range of a Debian 12 source package. `fixed` null: no fix yet. */
export function range(
  name: string,
  fixed: string | null,
  more: Partial<RecordRange> = {},
): RecordRange {
  return {
    affectedPackage: { ecosystem: 'Debian:12', kind: 'source', name },
    order: 'dpkg',
    introduced: null,
    fixed,
    lastAffected: null,
    state: fixed === null ? 'open' : 'fixed',
    ...more,
  };
}

/** Replaces all records of a feed in a new generation, record by record. Returns the generation. */
export function storeFeed(
  { file }: Pick<Knowledge, 'file'>,
  feed: FeedName,
  version: string,
  records: readonly KnowledgeRecord[],
): number {
  const sqlite = openSqlite(file);
  try {
    return sqlite.transaction(() => {
      const generation = Number(
        sqlite
          .prepare('INSERT INTO generations (feed, version, at) VALUES (?, ?, ?)')
          .run(feed, version, NOW).lastInsertRowid,
      );
      const old = '(SELECT id FROM advisories WHERE feed = @feed)';
      sqlite
        .prepare(
          `UPDATE ranges SET "until" = @generation WHERE "until" = ${CURRENT} AND advisory_id IN ${old}`,
        )
        .run({ feed, generation });
      sqlite
        .prepare(
          `UPDATE advisories SET "until" = @generation WHERE "until" = ${CURRENT} AND feed = @feed`,
        )
        .run({ feed, generation });
      for (const one of records) storeRecord(sqlite, feed, generation, one);
      sqlite
        .prepare(
          'INSERT INTO feeds (name, version, updated_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version',
        )
        .run(feed, version, NOW);
      return generation;
    })();
  } finally {
    sqlite.close();
  }
}

function storeRecord(sqlite: Sqlite, feed: FeedName, since: number, r: KnowledgeRecord): void {
  const id = Number(
    sqlite
      .prepare(
        'INSERT INTO advisories (feed, part, name, digest, since, "until", rank, vulnerabilities, aliases, title, severity, cvss_vector, cvss_score, url, exploitation, published, unmatched_products) VALUES (?, \'\', ?, zeroblob(16), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        feed,
        r.name,
        since,
        CURRENT,
        r.rank,
        JSON.stringify(r.vulnerabilities),
        JSON.stringify(r.aliases),
        r.title,
        r.severity,
        r.cvssVector,
        r.cvssScore,
        r.url,
        r.exploitation ?? null,
        r.published ?? null,
        r.unmatchedProducts ? JSON.stringify(r.unmatchedProducts) : null,
      ).lastInsertRowid,
  );
  for (const v of r.vulnerabilities)
    sqlite
      .prepare('INSERT INTO advisory_vulnerabilities (vulnerability_id, advisory_id) VALUES (?, ?)')
      .run(v, id);
  for (const one of r.ranges) storeRange(sqlite, id, since, r, one);
}

function storeRange(
  sqlite: Sqlite,
  advisory: number,
  since: number,
  r: KnowledgeRecord,
  { affectedPackage, order, introduced, fixed, lastAffected, ...one }: RecordRange,
): void {
  const key = (text: string) => versionKey(order, text);
  sqlite
    .prepare('INSERT OR IGNORE INTO affected_packages (scope, kind, name) VALUES (?, ?, ?)')
    .run(affectedPackage.ecosystem, affectedPackage.kind, affectedPackage.name);
  const packageId = sqlite
    .prepare<unknown[], number>(
      'SELECT id FROM affected_packages WHERE scope = ? AND kind = ? AND name = ?',
    )
    .pluck()
    .get(affectedPackage.ecosystem, affectedPackage.kind, affectedPackage.name);
  const start = introduced === null ? Buffer.alloc(0) : key(introduced);
  const lower = one.introducedExcluded ? Buffer.concat([start, Buffer.from([0])]) : start;
  const end =
    lastAffected === null
      ? Buffer.from([255])
      : Buffer.concat([key(lastAffected), Buffer.from([0])]);
  const bound = fixed ?? one.endsBefore ?? null;
  const upper = bound === null ? end : key(bound);
  sqlite
    .prepare(
      'INSERT INTO ranges (advisory_id, affected_package_id, since, "until", rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions, last_affected) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      advisory,
      packageId,
      since,
      CURRENT,
      r.rank,
      r.rank === SOURCE_PRECEDENCE.advisory ? null : r.vulnerabilities[0],
      lower,
      one.state === 'not_affected' ? lower : upper,
      fixed,
      one.state,
      one.hidden ? 1 : 0,
      one.severity ?? null,
      one.module ?? null,
      one.conditions ? JSON.stringify(one.conditions) : null,
      lastAffected,
    );
}
