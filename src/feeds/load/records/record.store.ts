import type { Sqlite } from '../../../database/sqlite.js';
import type { FeedName, KnowledgeRecord } from '../../../knowledge/records.js';
import { createLossCheck } from './losses.js';
import type { VersionKeyOf } from './range-keys.js';
import { digestOf, digestText, encodeRecord } from './record-codec.js';
import { deferIndexes } from './range.statements.js';
import { createAdvisoryStatements, type CurrentAdvisory } from './record.statements.js';
import { createRecordWriter, type RecordWriter } from './record.writer.js';

interface RecordChanges {
  inserted: number;
  closed: number;
  insertedRanges: number;
  closedRanges: number;
}

/**
 * Stores the records of one feed, in the open transaction. Unchanged records stay untouched; a changed one is closed
 * and inserted again.
 */
export interface RecordStore {
  put: (part: string, record: KnowledgeRecord) => void;
  /** Closes the current records of a name. */
  withdraw: (name: string) => void;
  /** Closes what was current at `startReplacing` and was not put since. */
  closeMissing: () => void;
  /** Starts to replace a part of the feed; null: the whole feed. */
  startReplacing: (part: string | null) => void;
  /** Writes what is buffered, and the deferred indexes. Called once, at the end. Throws FeedError: incomplete files. */
  finish: () => Readonly<RecordChanges>;
}

export interface RecordStoreOptions {
  feed: FeedName;
  /** what is written is current from this generation on */
  generation: number;
  keyOf: VersionKeyOf;
  /** false: a file that lost most records of a release is refused */
  acceptsLosses: boolean;
  /** true: a name is one record of the feed, in any part; the last one put is current */
  hasUniqueNames?: boolean;
}

interface CurrentRecord {
  id: number;
  part: string;
  digest: string;
}

export function createRecordStore(
  sqlite: Sqlite,
  { feed, generation, keyOf, acceptsLosses, hasUniqueNames = false }: RecordStoreOptions,
): RecordStore {
  const losses = createLossCheck(sqlite, feed, generation);
  const createDeferredIndexes = deferIndexes(sqlite);
  const writer = createRecordWriter(sqlite, feed, generation, keyOf);
  const statements = createAdvisoryStatements(sqlite, feed, generation);
  const changes: RecordChanges = { inserted: 0, closed: 0, insertedRanges: 0, closedRanges: 0 };
  const keyIn = createKey(hasUniqueNames);
  /** By key: current advisories that have not been put yet. */
  let missing = new Map<string, number>();
  let put = new Set<string>();
  const close = createClose(writer, statements, changes);

  function closeRecords(records: readonly CurrentRecord[]): void {
    for (const { id, part, digest } of records) {
      missing.delete(keyIn(part, digest));
      close(id);
    }
  }

  /** Whether the record is current in another part. Other records of its name are closed. */
  function isCurrentElsewhere(name: string, digest: string): boolean {
    const named = toCurrentRecords(statements.named(name));
    if (named.some((record) => record.digest === digest)) return true;
    closeRecords(named);
    return false;
  }

  return {
    finish() {
      writer.flush();
      losses.settle({ acceptsLosses, list: statements.list, close, changes });
      createDeferredIndexes();
      return changes;
    },
    startReplacing(part) {
      losses.startReplacing(part);
      put = new Set();
      const current = toCurrentRecords(statements.list(part));
      missing = new Map(current.map((record) => [keyIn(record.part, record.digest), record.id]));
    },
    put(part, published) {
      const record = encodeRecord(published);
      const digest = digestOf(record);
      const key = keyIn(part, digest);
      if (put.has(key)) return;
      put.add(key);
      if (missing.delete(key)) return;
      if (hasUniqueNames && isCurrentElsewhere(record.name, digest)) return;
      changes.inserted += 1;
      changes.insertedRanges += writer.write(part, digest, record);
    },
    withdraw(name) {
      losses.withdrawn.add(name);
      closeRecords(toCurrentRecords(statements.named(name)));
    },
    closeMissing() {
      losses.markReplaced();
      for (const id of missing.values()) close(id);
      missing.clear();
    },
  };
}

/** A feed of unique names has the same record in different parts. */
const createKey =
  (hasUniqueNames: boolean) =>
  (part: string, digest: string): string =>
    hasUniqueNames ? digest : `${digest}${part}`;

/** Returns the function that closes a record and its ranges, and counts them. */
const createClose =
  (
    writer: Pick<RecordWriter, 'flush'>,
    statements: Pick<ReturnType<typeof createAdvisoryStatements>, 'close'>,
    changes: RecordChanges,
  ) =>
  (id: number): void => {
    writer.flush();
    changes.closed += 1;
    changes.closedRanges += statements.close(id);
  };

const toCurrentRecords = (rows: readonly CurrentAdvisory[]): CurrentRecord[] =>
  rows.map((row) => ({ ...row, digest: digestText(row.digest) }));
