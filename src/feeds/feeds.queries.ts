import { z } from 'zod';
import { Timestamp } from '../http/common.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import { CATALOG, FEED_NAMES } from './feeds.catalog.js';
import { NOT_LOADED_NOTICE } from './reload.js';
import { FeedProgress } from './progress.js';

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable();

/** A feed as it is shown. */
export const FeedResponse = z
  .object({
    name: z.enum(FEED_NAMES as [FeedName, ...FeedName[]]),
    address: z.string().meta({
      description:
        'where it is fetched from when an update is asked for; of several files the folder',
    }),
    licence: z.string(),
    needed: z.boolean().meta({ description: 'a stored inventory or scan is judged by it' }),
    version: nullable(z.string()).meta({
      description:
        'what the publisher calls this state, else the time of its newest record; null: nothing is loaded',
    }),
    updated_at: nullable(Timestamp).meta({ description: 'when what it says came in force' }),
    checked_at: nullable(Timestamp).meta({
      description: 'when it was last loaded, or found to be unchanged',
    }),
    age_seconds: nullable(z.int()).meta({ description: 'since updated_at' }),
    records: z.int(),
    ranges: z.int(),
    rejected: z.int().meta({ description: 'records that were not understood' }),
    status: z.enum(['empty', 'ready', 'updating', 'failed']),
    progress: nullable(FeedProgress).meta({
      description: 'of the update that is waiting or under way',
    }),
    error: nullable(z.string()).meta({
      description: 'why the last update failed; what was in force before still is',
    }),
  })
  .meta({
    id: 'Feed',
    examples: [
      {
        name: 'osv-debian',
        address: 'https://storage.googleapis.com/osv-vulnerabilities/Debian/all.zip',
        licence: 'MIT (Debian)',
        needed: true,
        version: '2026-01-28T10:18:47Z',
        updated_at: 1_790_000_000,
        checked_at: 1_790_000_000,
        age_seconds: 3600,
        records: 40_112,
        ranges: 121_930,
        rejected: 0,
        status: 'ready',
        progress: null,
        error: null,
      },
    ],
  });
export type FeedResponse = z.infer<typeof FeedResponse>;

interface Row {
  version: string | null;
  updated_at: number | null;
  checked_at: number | null;
  records: number;
  ranges: number;
  rejected: number;
  error: string | null;
}

const EMPTY: Row = {
  version: null,
  updated_at: null,
  checked_at: null,
  records: 0,
  ranges: 0,
  rejected: 0,
  error: null,
};

interface ViewParts {
  now: () => number;
  progressOf: (name: FeedName) => FeedProgress | null;
  addressOf: (name: FeedName) => string;
  needed: () => readonly FeedName[];
  lost: () => readonly FeedName[];
}

/** Reads feeds as they are shown. */
export function feedReader(
  { sqlite }: Knowledge,
  { now, progressOf, addressOf, needed, lost }: ViewParts,
): (names: readonly FeedName[]) => FeedResponse[] {
  const read = sqlite.prepare<[string], Row>(
    'SELECT version, updated_at, checked_at, records, ranges, rejected, error FROM feeds WHERE name = ?',
  );
  const view = (
    name: FeedName,
    asNeeded: readonly FeedName[],
    asLost: readonly FeedName[],
  ): FeedResponse => {
    const stored = read.get(name) ?? EMPTY;
    const row = asLost.includes(name)
      ? { ...stored, error: stored.error ?? NOT_LOADED_NOTICE }
      : stored;
    const { license: licence } = CATALOG[name];
    const progress = progressOf(name);
    return {
      name,
      address: addressOf(name),
      licence,
      needed: asNeeded.includes(name),
      ...row,
      age_seconds: row.updated_at === null ? null : Math.max(0, now() - row.updated_at),
      status: progress ? 'updating' : statusOf(row),
      progress,
    };
  };
  return (names) => {
    const [asNeeded, asLost] = [needed(), lost()];
    return names.map((name) => view(name, asNeeded, asLost));
  };
}

function statusOf({ version, error }: Row): FeedResponse['status'] {
  if (version !== null) return 'ready';
  return error === null ? 'empty' : 'failed';
}

/** A record that was not understood. */
export const RejectedRecordResponse = z
  .object({ record: z.string(), reason: z.string(), sample: z.string() })
  .meta({
    id: 'RejectedRecord',
    examples: [
      {
        record: 'DEBIAN-CVE-2026-1',
        reason: 'it has no affected packages',
        sample: '{"id":"DEBIAN-CVE-2026-1"}',
      },
    ],
  });

/** A page of the records of a feed that were not understood, in the order of the file, and how many there were (of each file at most 1,000 are listed). */
export function rejectedPage(
  { sqlite, snapshot }: Knowledge,
  feed: FeedName,
  { limit, offset }: { limit: number; offset: number },
): { items: z.infer<typeof RejectedRecordResponse>[]; listed: number } {
  return snapshot(() => ({
    items: sqlite
      .prepare<[string, number, number], z.infer<typeof RejectedRecordResponse>>(
        'SELECT record, reason, sample FROM rejected WHERE feed = ? ORDER BY id LIMIT ? OFFSET ?',
      )
      .all(feed, limit, offset),
    listed:
      sqlite
        .prepare<[string], number>('SELECT count(*) FROM rejected WHERE feed = ?')
        .pluck()
        .get(feed) ?? 0,
  }));
}
