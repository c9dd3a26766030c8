import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import { versionKey } from '../../versions/keys.js';
import { remembering } from './range-keys.js';
import type { ReadItem } from './reader/read-blocks.js';
import { createRecordStore } from './record.store.js';
import { createEpssStore, createKevStore } from './score.store.js';

/** Where the items of a feed are written. */
export interface ItemStore {
  startReplacing: (part: string | null) => void;
  put: (read: ReadItem) => void;
  closeMissing: () => void;
  /** what all of it came to: did anything change, and how many records and ranges are in force, as differences or as totals */
  outcome: () => { changed: boolean; records: number; ranges: number; isTotal: boolean };
}

/** The tables that a feed is kept in, in the transaction that is open. */
export function storeFor(sqlite: Sqlite, feed: FeedName, generation: number): ItemStore {
  if (feed === 'kev')
    return listTarget(createKevStore(sqlite), (read) => ('kev' in read ? read.kev : null));
  if (feed === 'epss')
    return listTarget(createEpssStore(sqlite), (read) => ('epss' in read ? read.epss : null));
  const store = createRecordStore(sqlite, {
    feed,
    generation,
    keyOf: remembering(versionKey),
    uniqueNames: feed === 'nvd',
  });
  return {
    startReplacing: store.startReplacing,
    put: (read) => {
      if ('record' in read) store.put(read.part, read.record);
      else if ('gone' in read && read.gone !== undefined) store.withdraw(read.gone);
    },
    closeMissing: store.closeMissing,
    outcome: () => {
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

function listTarget<T>(
  store: ReturnType<typeof createKevStore> | ReturnType<typeof createEpssStore>,
  of: (read: ReadItem) => T | null,
): ItemStore {
  return {
    startReplacing: () => undefined,
    put: (read) => {
      const entry = of(read);
      if (entry !== null) store.put(entry as never);
    },
    closeMissing: store.closeMissing,
    outcome: () => ({
      changed: store.changes.changed > 0,
      records: store.changes.total,
      ranges: 0,
      isTotal: true,
    }),
  };
}
