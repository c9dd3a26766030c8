import { z } from 'zod';
import { Timestamp } from '../http/common.js';
import type { FeedName } from '../knowledge/records.js';
import { FEED_NAMES } from './feeds.catalog.js';

/** Progress of an update. */
export const FeedProgress = z
  .object({
    step: z.enum(['waiting', 'fetching', 'loading', 'judging']),
    bytes: z.int().meta({ description: 'bytes fetched so far' }),
    total: z.int().nullable().meta({ description: 'bytes to fetch; null if unknown' }),
    records: z.int().meta({ description: 'records read so far' }),
  })
  .meta({
    id: 'FeedProgress',
    examples: [{ step: 'fetching', bytes: 1_048_576, total: 90_112_000, records: 0 }],
  });
export type FeedProgress = z.infer<typeof FeedProgress>;

export const FeedResponse = z
  .object({
    name: z.enum(FEED_NAMES as [FeedName, ...FeedName[]]),
    address: z.string().meta({
      description: 'URL it is fetched from by an update; of a multi-file feed the folder',
    }),
    licence: z.string().meta({ description: 'license, as stated by the publisher' }),
    needed: z.boolean().meta({
      description: 'used to evaluate at least one stored inventory or scan',
    }),
    version: z.string().nullable().meta({
      description:
        "publisher's version label, otherwise the timestamp of the newest record; null if nothing is loaded",
    }),
    updated_at: Timestamp.nullable().meta({ description: 'when the current data became active' }),
    checked_at: Timestamp.nullable().meta({
      description: 'when it was last loaded or found unchanged',
    }),
    data_from: Timestamp.nullable().meta({ description: "date of the publisher's data" }),
    stale: z.boolean().meta({ description: 'the data is older than FEED_STALE_DAYS' }),
    age_seconds: z.int().nullable().meta({ description: 'seconds since updated_at' }),
    records: z.int(),
    ranges: z.int(),
    rejected: z.int().meta({ description: 'records that could not be parsed' }),
    status: z.enum(['empty', 'ready', 'updating', 'failed']),
    progress: FeedProgress.nullable().meta({
      description: 'progress of the queued or running update',
    }),
    error: z.string().nullable().meta({
      description: 'why the last update failed; the previous data stays active',
    }),
    retry_at: Timestamp.nullable().meta({
      description:
        'when files that failed are fetched again; null: none has failed, or FEED_REFRESH=off',
    }),
    missing: z
      .array(z.string())
      .meta({ description: 'parts that were never loaded: years of nvd' }),
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
        data_from: 1_769_595_527,
        stale: true,
        age_seconds: 3600,
        records: 40_112,
        ranges: 121_930,
        rejected: 0,
        status: 'ready',
        progress: null,
        error: null,
        retry_at: null,
        missing: [],
      },
    ],
  });
export type FeedResponse = z.infer<typeof FeedResponse>;

/** A record that could not be parsed. */
export const RejectedRecordResponse = z
  .object({ record: z.string(), reason: z.string(), sample: z.string() })
  .meta({
    id: 'RejectedRecord',
    examples: [
      {
        record: 'DEBIAN-CVE-2026-1',
        reason: '`affected` is not an array',
        sample: '{"id":"DEBIAN-CVE-2026-1"}',
      },
    ],
  });
export type RejectedRecordResponse = z.infer<typeof RejectedRecordResponse>;
