import type { Sqlite } from '../../database/sqlite.js';
import { IN_FORCE, RANKS, type FeedName, type KnowledgeRecord, type RecordPlace, type RecordRange } from '../../knowledge/records.js';
import { digestBytes, digestText, recordDigest } from './digest.js';
import { boundsOf, type KeyOf } from './range-keys.js';

export interface Changes { inserted: number; closed: number; insertedRanges: number; closedRanges: number }

/** Writes the records of one feed in the transaction that is open: what is as it was stays untouched, what changed is closed and written anew. */
export interface RecordStore {
  put: (part: string, record: KnowledgeRecord) => void;
  /** closes what `put` did not name since `replacing` */
  closeGone: () => void;
  /** begins to replace a part, or all of the feed (null): what is in force there and is not put until `closeGone` goes */
  replacing: (part: string | null) => void;
  changes: Readonly<Changes>;
}

export interface StoreOptions {
  feed: FeedName;
  /** what is written holds from this generation on */
  generation: number;
  keyOf: KeyOf;
  /** a name is one record of the feed, whichever part it came with: the one that is put last holds */
  uniqueNames?: boolean;
}

export function createRecordStore(sqlite: Sqlite, { feed, generation, keyOf, uniqueNames = false }: StoreOptions): RecordStore {
  const write = createWriter(sqlite, feed, generation, keyOf);
  const close = createCloser(sqlite, generation);
  const inForce = inForceReader(sqlite, feed);
  const changes: Changes = { inserted: 0, closed: 0, insertedRanges: 0, closedRanges: 0 };
  // Where names are unique, a record is the same in whichever part it stands.
  const keyIn = (part: string, digest: string): string => (uniqueNames ? digest : `${digest}${part}`);
  let expected = new Map<string, number>(); // by key: advisories in force that have not been put yet
  let put = new Set<string>();
  function closeOne(id: number): void {
    changes.closed += 1;
    changes.closedRanges += close(id);
  }
  function isInForceElsewhere(name: string, digest: string): boolean {
    const others = inForce.named(name);
    if (others.some((other) => other.digest === digest)) return true;
    for (const other of others) {
      expected.delete(other.digest);
      closeOne(other.id);
    }
    return false;
  }
  return {
    changes,
    replacing(part) {
      put = new Set();
      expected = new Map(inForce.of(part).map((row) => [keyIn(row.part, row.digest), row.id]));
    },
    put(part, record) {
      const digest = recordDigest(record);
      const key = keyIn(part, digest);
      if (put.has(key)) return;
      put.add(key);
      if (expected.delete(key) || (uniqueNames && isInForceElsewhere(record.name, digest))) return;
      changes.inserted += 1;
      changes.insertedRanges += write(part, digest, record);
    },
    closeGone() {
      for (const id of expected.values()) closeOne(id);
      expected.clear();
    },
  };
}

interface InForce { id: number; part: string; digest: string }

function inForceReader(sqlite: Sqlite, feed: FeedName) {
  const reading = (where: string) => sqlite.prepare<string[], { id: number; part: string; digest: Buffer }>(`SELECT id, part, digest FROM advisories WHERE feed = ? ${where} AND "until" = ${IN_FORCE}`);
  const [whole, part, name] = [reading(''), reading('AND part = ?'), reading('AND name = ?')];
  const readable = (rows: { id: number; part: string; digest: Buffer }[]): InForce[] => rows.map((row) => ({ ...row, digest: digestText(row.digest) }));
  return {
    of: (asked: string | null): InForce[] => readable(asked === null ? whole.all(feed) : part.all(feed, asked)),
    named: (asked: string): InForce[] => readable(name.all(feed, asked)),
  };
}

function createCloser(sqlite: Sqlite, generation: number): (advisory: number) => number {
  const advisories = sqlite.prepare('UPDATE advisories SET "until" = ? WHERE id = ?');
  const ranges = sqlite.prepare('UPDATE ranges SET "until" = ? WHERE advisory_id = ?');
  return (advisory) => {
    advisories.run(generation, advisory);
    return ranges.run(generation, advisory).changes;
  };
}

function createWriter(sqlite: Sqlite, feed: FeedName, generation: number, keyOf: KeyOf): (part: string, digest: string, record: KnowledgeRecord) => number {
  let advisoryId = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM advisories').pluck().get() ?? 0;
  let rangeId = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM ranges').pluck().get() ?? 0;
  const places = createPlaces(sqlite);
  const advisory = sqlite.prepare(`INSERT INTO advisories VALUES (${'?, '.repeat(14)}?)`);
  const about = sqlite.prepare('INSERT OR IGNORE INTO advisory_vulnerabilities VALUES (?, ?)');
  const range = sqlite.prepare(`INSERT INTO ranges VALUES (${'?, '.repeat(14)}?)`);
  return (part, digest, record) => {
    advisoryId += 1;
    advisory.run(advisoryId, feed, part, record.name, digestBytes(digest), generation, IN_FORCE, record.rank, JSON.stringify(record.vulnerabilities), JSON.stringify(record.aliases),
      record.title, record.severity, record.cvssVector, record.cvssScore, record.url);
    for (const id of record.vulnerabilities) about.run(id, advisoryId);
    let count = 0;
    const decided = record.rank < RANKS.advisory ? record.vulnerabilities : [null];
    for (const r of record.ranges) {
      const { lower, upper } = boundsOf(r, keyOf);
      const [place, conditions] = [places(r.place), conditionsText(r)];
      for (const vulnerability of decided) {
        range.run(++rangeId, advisoryId, place, generation, IN_FORCE, record.rank, vulnerability, lower, upper, r.fixed, r.state, r.hidden === true ? 1 : 0, r.severity ?? null, r.module ?? null, conditions);
        count += 1;
      }
    }
    return count;
  };
}

const conditionsText = ({ conditions }: RecordRange): string | null => (conditions ? JSON.stringify(conditions) : null);

function createPlaces(sqlite: Sqlite): (place: RecordPlace) => number {
  const known = new Map<string, number>();
  const find = sqlite.prepare<[string, string, string], number>('SELECT id FROM places WHERE scope = ? AND kind = ? AND name = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO places (scope, kind, name) VALUES (?, ?, ?)');
  return ({ scope, kind, name }) => {
    const key = `${kind}\0${scope}\0${name}`;
    let id = known.get(key);
    if (id !== undefined) return id;
    id = find.get(scope, kind, name) ?? Number(insert.run(scope, kind, name).lastInsertRowid);
    if (known.size > 200_000) known.clear();
    known.set(key, id);
    return id;
  };
}
