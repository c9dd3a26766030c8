import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import type { EventSink } from '../events/stream/create-stream.js';
import type { NewFeedEvent } from '../events/stream/stream.events.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../platform/clock.js';
import type { FeedProgress } from './feeds.schemas.js';

const PROGRESS_INTERVAL_MS = 500;

export interface FeedEventDeps {
  database: Database;
  events: EventSink;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Pick<Logger, 'warn'>;
}

/** Reports the changes of feeds as events. None of them fails because of its event. */
export interface FeedEvents {
  /** Runs a change of a feed between its events. `errorOf`: returns the stored error after it; null: none. */
  around: <T>(feed: FeedName, work: () => Promise<T>, errorOf: () => string | null) => Promise<T>;
  /** Reports progress, at most twice a second and with each new step. */
  progress: (feed: FeedName, progress: FeedProgress) => void;
  /** Reports a change that the end of the last service interrupted. */
  failed: (feed: FeedName, error: string) => Promise<void>;
}

/** Creates the reporter. The data of feeds is in another database, so its events have a separate transaction. */
export function createFeedEvents({ database, events, clock, log }: FeedEventDeps): FeedEvents {
  let shown: { feed: FeedName; step: string; atMs: number } | null = null;

  const append = (event: NewFeedEvent): Promise<void> =>
    writeTransaction(database, () => events.append(event)).catch((err: unknown) =>
      log.warn({ err, event }, 'failed to store an event'),
    );
  const failed: FeedEvents['failed'] = (feed, error) =>
    append({ event: 'feed.update.failed', feed, error });

  return {
    failed,
    async around(feed, work, errorOf) {
      await append({ event: 'feed.update.started', feed });
      try {
        const result = await work();
        const error = errorOf();
        await (error === null
          ? append({ event: 'feed.update.finished', feed })
          : failed(feed, error));
        return result;
      } catch (error) {
        await failed(feed, (error as Error).message);
        throw error;
      } finally {
        shown = null;
      }
    },
    progress(feed, { step, bytes, total, records }) {
      const atMs = clock.monotonicMs();
      const isShown =
        shown?.feed === feed && shown.step === step && atMs - shown.atMs < PROGRESS_INTERVAL_MS;
      if (isShown) return;
      shown = { feed, step, atMs };
      events.announce({ event: 'feed.update.progress', feed, step, bytes, total, records });
    },
  };
}
