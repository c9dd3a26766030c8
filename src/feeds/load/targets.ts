import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import { versionKey } from '../../versions/keys.js';
import type { Item } from '../formats/format.js';
import { remembering } from './range-keys.js';
import { createRecordStore } from './record.store.js';
import { createEpssStore, createKevStore } from './score.store.js';

/** Where the items of a feed are written. */
export interface Target {
  replacing: (part: string | null) => void;
  put: (part: string, item: Item) => void;
  closeGone: () => void;
  /** what all of it came to: did anything change, and how many records and ranges are in force, as differences or as totals */
  outcome: () => { changed: boolean; records: number; ranges: number; isTotal: boolean };
}

/** The tables that a feed is kept in, in the transaction that is open. */
export function targetOf(sqlite: Sqlite, feed: FeedName, generation: number): Target {
  if (feed === 'kev') return listTarget(createKevStore(sqlite), (item) => ('kev' in item ? item.kev : null));
  if (feed === 'epss') return listTarget(createEpssStore(sqlite), (item) => ('epss' in item ? item.epss : null));
  const store = createRecordStore(sqlite, { feed, generation, keyOf: remembering(versionKey), uniqueNames: feed === 'nvd' });
  return {
    replacing: store.replacing,
    put: (part, item) => { if ('record' in item) store.put(part, item.record); },
    closeGone: store.closeGone,
    outcome: () => {
      const { inserted, closed, insertedRanges, closedRanges } = store.changes;
      return { changed: inserted + closed > 0, records: inserted - closed, ranges: insertedRanges - closedRanges, isTotal: false };
    },
  };
}

function listTarget<T>(store: ReturnType<typeof createKevStore> | ReturnType<typeof createEpssStore>, of: (item: Item) => T | null): Target {
  return {
    replacing: () => undefined,
    put: (_part, item) => {
      const entry = of(item);
      if (entry !== null) store.put(entry as never);
    },
    closeGone: store.closeGone,
    outcome: () => ({ changed: store.changes.changed > 0, records: store.changes.total, ranges: 0, isTotal: true }),
  };
}
