import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import { versionKey } from '../../versions/keys.js';
import type { Item } from '../formats/format.js';
import { memoizeVersionKeys } from './records/range-keys.js';
import { incompleteError, hasLostMost } from './records/losses.js';
import { createRecordStore } from './records/record.store.js';
import { createScoreStatements, type ScoreRow, type ScoreStatements } from './score.statements.js';

/** Stores the items of a feed, in the open transaction. */
export interface ItemStore {
  /** Starts to replace a part of the feed; null: the whole feed. */
  startReplacing: (part: string | null) => void;
  put: (part: string, item: Item) => void;
  /** Closes what was stored before and was not put since `startReplacing`. */
  closeMissing: () => void;
  /** Writes what is still buffered. Called once, at the end. */
  finish: () => ItemStoreOutcome;
}

export interface ItemStoreOutcome {
  /** whether anything differs from before */
  changed: boolean;
  /** current records and ranges: all of them (`isTotal`), or the difference to before */
  records: number;
  ranges: number;
  isTotal: boolean;
}

/** `now`: Unix seconds. `acceptsLosses`: false: files that lost most of their records are refused. */
interface StoreOptions {
  generation: number;
  now: number;
  acceptsLosses: boolean;
}

/** Creates the store of a feed: scores have tables without history, all other feeds are advisories. */
export function storeFor(sqlite: Sqlite, feed: FeedName, options: StoreOptions): ItemStore {
  if (feed === 'kev')
    return createScoreStore(createScoreStatements(sqlite, 'kev'), toKevRow, options);
  if (feed === 'epss')
    return createScoreStore(createScoreStatements(sqlite, 'epss'), toEpssRow, options);
  return createAdvisoryStore(sqlite, feed, options);
}

function createAdvisoryStore(
  sqlite: Sqlite,
  feed: FeedName,
  { generation, now, acceptsLosses }: StoreOptions,
): ItemStore {
  const today = new Date(now * 1000).toISOString().slice(0, 10);
  const store = createRecordStore(sqlite, {
    feed,
    generation,
    acceptsLosses,
    keyOf: memoizeVersionKeys(versionKey),
    hasUniqueNames: feed === 'nvd',
  });
  return {
    startReplacing: store.startReplacing,
    put: (part, item) => {
      if ('record' in item) {
        const { record, after = '', until = today } = item;
        if (after < today && today <= until) store.put(part, record);
      } else if ('withdraws' in item && item.withdraws !== undefined)
        store.withdraw(item.withdraws);
    },
    closeMissing: store.closeMissing,
    finish: () => {
      const { inserted, closed, insertedRanges, closedRanges } = store.finish();
      return {
        changed: inserted + closed > 0,
        records: inserted - closed,
        ranges: insertedRanges - closedRanges,
        isTotal: false,
      };
    },
  };
}

function toKevRow(item: Item): ScoreRow | null {
  if (!('kev' in item)) return null;
  const { cve, dateAdded, dueDate, ransomware } = item.kev;
  return [cve, dateAdded, dueDate, ransomware ? 1 : 0];
}

function toEpssRow(item: Item): ScoreRow | null {
  if (!('epss' in item)) return null;
  const { cve, score, percentile } = item.epss;
  return [cve, score, percentile];
}

/** Writes rows that differ from the stored ones. The first row of a CVE counts. */
function createScoreStore(
  statements: ScoreStatements,
  toRow: (item: Item) => ScoreRow | null,
  { acceptsLosses }: Pick<StoreOptions, 'acceptsLosses'>,
): ItemStore {
  const stored = new Map<string, string>();
  for (const [cve, ...cells] of statements.rows()) stored.set(cve, cells.join('\0'));
  const before = stored.size;
  const put = new Set<string>();
  let changes = 0;
  return {
    startReplacing: () => undefined,
    put(_part, item) {
      const row = toRow(item);
      if (row === null || put.has(row[0])) return;
      const [cve, ...cells] = row;
      put.add(cve);
      const known = stored.get(cve);
      stored.delete(cve);
      if (known === cells.join('\0')) return;
      statements.write(row);
      changes += 1;
    },
    closeMissing() {
      if (!acceptsLosses && hasLostMost(before, put.size))
        throw incompleteError(`${stored.size} of ${before} records`);
      for (const cve of stored.keys()) statements.remove(cve);
      changes += stored.size;
      stored.clear();
    },
    finish: () => ({ changed: changes > 0, records: put.size, ranges: 0, isTotal: true }),
  };
}
