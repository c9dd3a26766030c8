import { z } from 'zod';
import type { FeedName } from '../knowledge/records.js';

/** How far an update is. */
export const FeedProgress = z
  .object({
    step: z.enum(['waiting', 'fetching', 'loading', 'judging']),
    bytes: z.int().meta({ description: 'fetched so far' }),
    total: z.int().nullable().meta({ description: 'bytes to fetch, where the publisher says so' }),
    records: z.int().meta({ description: 'read so far' }),
  })
  .meta({
    id: 'FeedProgress',
    examples: [{ step: 'fetching', bytes: 1_048_576, total: 90_112_000, records: 0 }],
  });
export type FeedProgress = z.infer<typeof FeedProgress>;

const WAITING: FeedProgress = { step: 'waiting', bytes: 0, total: null, records: 0 };

/** The updates that are waiting or under way, by feed. */
export interface ProgressBoard {
  get: (feed: FeedName) => FeedProgress | null;
  /** the feed is waited for until `end`, which belongs to one `begin` */
  start(feed: FeedName): void;
  update(feed: FeedName, progress: Partial<FeedProgress>): void;
  finish(feed: FeedName): void;
}

export function createProgressBoard(): ProgressBoard {
  const all = new Map<FeedName, { count: number; progress: FeedProgress }>();
  return {
    get: (feed) => all.get(feed)?.progress ?? null,
    start(feed) {
      const known = all.get(feed);
      if (known) known.count += 1;
      else all.set(feed, { count: 1, progress: WAITING });
    },
    update(feed, progress) {
      const known = all.get(feed);
      if (known) known.progress = { ...known.progress, ...progress };
    },
    finish(feed) {
      const known = all.get(feed);
      if (known && --known.count === 0) all.delete(feed);
    },
  };
}
