import type { Sqlite } from '../../database/sqlite.js';
import { CURRENT, type FeedName } from '../../knowledge/records.js';
import { digestOf, digestText } from './digest.js';
import { deferIndexes } from './deferred-indexes.js';
import type { VersionKeyOf } from './range-keys.js';
import { decodeRecord } from './record-codec.js';
import { createRecordWriter } from './record.writer.js';

export interface Changes {
  inserted: number;
  closed: number;
  insertedRanges: number;
  closedRanges: number;
}

/** Writes the records of one feed in the transaction that is open: what is as it was stays untouched, what changed is closed and written anew. */
export interface RecordStore {
  /** @param text the record, `packed` */
  put: (part: string, text: string) => void;
  /** closes what is in force under a name */
  withdraw: (name: string) => void;
  /** closes what `put` did not name since `replacing` */
  closeMissing: () => void;
  /** begins to replace a part, or all of the feed (null): what is in force there and is not put until `closeGone` goes */
  startReplacing: (part: string | null) => void;
  /** writes what still waits, and the indexes that it was written without; gives what all of it came to. To be called once, at the end */
  finish: () => Readonly<Changes>;
}

export interface StoreOptions {
  feed: FeedName;
  /** what is written holds from this generation on */
  generation: number;
  keyOf: VersionKeyOf;
  /** a name is one record of the feed, whichever part it came with: the one that is put last holds */
  uniqueNames?: boolean;
}

export function createRecordStore(
  sqlite: Sqlite,
  { feed, generation, keyOf, uniqueNames = false }: StoreOptions,
): RecordStore {
  const makeIndexes = deferIndexes(sqlite);
  const writer = createRecordWriter(sqlite, feed, generation, keyOf);
  const close = createCloser(sqlite, generation);
  const inForce = inForceReader(sqlite, feed);
  const changes: Changes = { inserted: 0, closed: 0, insertedRanges: 0, closedRanges: 0 };
  // Where names are unique, a record is the same in whichever part it stands.
  const keyIn = (part: string, digest: string): string =>
    uniqueNames ? digest : `${digest}${part}`;
  let expected = new Map<string, number>(); // by key: advisories in force that have not been put yet
  let put = new Set<string>();
  function closeOne(id: number): void {
    writer.flush();
    changes.closed += 1;
    changes.closedRanges += close(id);
  }
  function closeNamed(others: readonly InForce[]): void {
    for (const other of others) {
      expected.delete(keyIn(other.part, other.digest));
      closeOne(other.id);
    }
  }
  function isInForceElsewhere(name: string, digest: string): boolean {
    const others = inForce.named(name);
    if (others.some((other) => other.digest === digest)) return true;
    closeNamed(others);
    return false;
  }
  return {
    finish() {
      writer.flush();
      makeIndexes();
      return changes;
    },
    startReplacing(part) {
      put = new Set();
      expected = new Map(inForce.of(part).map((row) => [keyIn(row.part, row.digest), row.id]));
    },
    put(part, text) {
      const digest = digestOf(text);
      const key = keyIn(part, digest);
      if (put.has(key)) return;
      put.add(key);
      if (expected.delete(key)) return;
      const record = decodeRecord(text);
      if (uniqueNames && isInForceElsewhere(record.name, digest)) return;
      changes.inserted += 1;
      changes.insertedRanges += writer.write(part, digest, record);
    },
    withdraw: (name) => {
      closeNamed(inForce.named(name));
    },
    closeMissing() {
      for (const id of expected.values()) closeOne(id);
      expected.clear();
    },
  };
}

interface InForce {
  id: number;
  part: string;
  digest: string;
}

function inForceReader(sqlite: Sqlite, feed: FeedName) {
  const reading = (where: string) =>
    sqlite.prepare<string[], { id: number; part: string; digest: Buffer }>(
      `SELECT id, part, digest FROM advisories WHERE feed = ? ${where} AND "until" = ${CURRENT}`,
    );
  const [whole, part, name] = [reading(''), reading('AND part = ?'), reading('AND name = ?')];
  const readable = (rows: { id: number; part: string; digest: Buffer }[]): InForce[] =>
    rows.map((row) => ({ ...row, digest: digestText(row.digest) }));
  return {
    of: (asked: string | null): InForce[] =>
      readable(asked === null ? whole.all(feed) : part.all(feed, asked)),
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
