import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openKnowledge, type Knowledge } from '../../../src/knowledge/open.js';
import { openSqlite, type Sqlite } from '../../../src/database/sqlite.js';
import { IN_FORCE, type FeedName, type KnowledgeRecord, type RecordRange } from '../../../src/knowledge/records.js';
import { versionKey } from '../../../src/versions/keys.js';
import { NOW, temporaryFolder } from '../../support/database.js';

type Given = Partial<Omit<KnowledgeRecord, 'ranges'>> & { name: string; ranges: readonly (Partial<RecordRange> & Pick<RecordRange, 'place'>)[] };

/** A knowledge.db with these records, each feed one generation, as the loader would store them. */
export function knowledgeOf(feeds: Partial<Record<FeedName, readonly Given[]>>): Knowledge {
  const file = join(temporaryFolder(), 'knowledge.db');
  writeFileSync(file, '');
  openKnowledge(file, NOW).close();
  const sqlite = openSqlite(file);
  for (const [feed, records] of Object.entries(feeds)) {
    sqlite.prepare('INSERT INTO generations (feed, version, at) VALUES (?, ?, ?)').run(feed, '1', NOW);
    for (const record of records) insert(sqlite, feed, record);
  }
  sqlite.close();
  const knowledge = openKnowledge(file, NOW);
  onTestFinished(() => knowledge.close());
  return knowledge;
}

function insert(sqlite: Sqlite, feed: string, given: Given): void {
  const generation = sqlite.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'generations'").pluck().get() as number;
  const { name, rank = 1, vulnerabilities = [name], aliases = [], title = name, severity = null, cvssVector = null, cvssScore = null, url = null, ranges } = given;
  const advisory = sqlite.prepare(`INSERT INTO advisories (feed, part, name, digest, since, "until", rank, vulnerabilities, aliases, title, severity, cvss_vector, cvss_score, url)
    VALUES (?, '', ?, x'00', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(feed, name, generation, IN_FORCE, rank, JSON.stringify(vulnerabilities), JSON.stringify(aliases), title, severity, cvssVector, cvssScore, url).lastInsertRowid;
  for (const id of vulnerabilities) sqlite.prepare('INSERT INTO advisory_vulnerabilities (vulnerability_id, advisory_id) VALUES (?, ?)').run(id, advisory);
  for (const range of ranges) insertRange(sqlite, { advisory, generation, rank, vulnerability: rank < 3 ? vulnerabilities[0] ?? null : null }, range);
}

interface Of { advisory: number | bigint; generation: number; rank: number; vulnerability: string | null }

function insertRange(sqlite: Sqlite, of: Of, { place, order = 'dpkg', introduced = null, fixed = null, lastAffected = null, state, severity = null, conditions = null }: Given['ranges'][number]): void {
  const { scope, kind, name } = place;
  sqlite.prepare('INSERT OR IGNORE INTO places (scope, kind, name) VALUES (?, ?, ?)').run(scope, kind, name);
  const placeId = sqlite.prepare('SELECT id FROM places WHERE scope = ? AND kind = ? AND name = ?').pluck().get(scope, kind, name);
  const lower = introduced === null ? Buffer.alloc(0) : versionKey(order, introduced);
  const upper = state === 'not_affected' ? lower
    : fixed !== null ? versionKey(order, fixed) : lastAffected !== null ? Buffer.concat([versionKey(order, lastAffected), Buffer.from([0])]) : Buffer.from([0xff]);
  sqlite.prepare(`INSERT INTO ranges (advisory_id, place_id, since, "until", rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, NULL, ?)`)
    .run(of.advisory, placeId, of.generation, IN_FORCE, of.rank, of.vulnerability, lower, upper, fixed, state ?? (fixed === null ? 'open' : 'fixed'), severity, conditions && JSON.stringify(conditions));
}
