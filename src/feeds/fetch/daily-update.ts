import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.js';
import type { FeedName } from '../../knowledge/records.js';
import { parseFeedName } from '../feeds.catalog.js';
import { fetchRank } from './download-slots.js';
import type { Feeds } from '../feeds.service.js';
import type { FeedReadStatements } from '../feeds.statements.js';

const CHECK_INTERVAL_MS = 60_000;
const DAY = 86_400; // seconds
const MAX_JITTER = 7_200; // seconds: installations do not request a publisher at the same moment
const RETRY_DELAY = 3_600; // seconds after an attempt
const MIN_DELAY = 600; // seconds between two attempts

export interface DailyUpdateDeps {
  statements: Pick<FeedReadStatements, 'fetchedFeeds'>;
  /** differs between installations: spreads their requests over time */
  installation: string;
  clock: Clock;
  feeds: Pick<Feeds, 'update'>;
  log: Pick<Logger, 'error'>;
}

export interface DailyUpdate {
  /** Updates all feeds that are due; resolves when all of them have ended. */
  updateDue: () => Promise<void>;
  start: () => void;
  close: () => void;
}

/** Adds a daily update to feeds, from `start` to `close`. */
export const withDailyUpdate = (feeds: Feeds, dailyUpdate: DailyUpdate): Feeds => ({
  ...feeds,
  start: async () => {
    await feeds.start();
    dailyUpdate.start();
  },
  close: async () => {
    dailyUpdate.close();
    await feeds.close();
  },
});

/**
 * Updates feeds once a day that were fetched before, and those whose files failed within the hour: no publisher is
 * contacted until a user has requested a feed.
 */
export function createDailyUpdate({
  statements,
  installation,
  clock,
  feeds,
  log,
}: DailyUpdateDeps): DailyUpdate {
  const attempts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function update(feed: FeedName): Promise<void> {
    try {
      await feeds.update(feed);
    } catch (err) {
      log.error({ err, feed }, 'daily feed update failed');
    }
  }

  async function updateDue(): Promise<void> {
    const now = clock.now();
    const due = statements.fetchedFeeds().filter(({ name, fetchedAt, retryAt }) => {
      const attemptAt = attempts.get(name) ?? null;
      return isDue({ fetchedAt, retryAt, attemptAt }, now, jitterSeconds(installation, name));
    });
    const names = due.flatMap(({ name }) => parseFeedName(name) ?? []);
    for (const name of names) attempts.set(name, now);
    await Promise.all(
      names.toSorted((a, b) => fetchRank(a) - fetchRank(b)).map((name) => update(name)),
    );
  }

  const updateInBackground = (): void =>
    void updateDue().catch((err: unknown) => {
      log.error({ err }, 'daily feed update failed');
    });

  return {
    updateDue,
    start: () => {
      timer = setInterval(updateInBackground, CHECK_INTERVAL_MS).unref();
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Unix seconds of the last fetch (null: never; the feed was uploaded), of the planned next one after a failure (null:
 * none), and of the last attempt.
 */
interface FetchTimes {
  fetchedAt: number | null;
  retryAt: number | null;
  attemptAt: number | null;
}

/**
 * Whether a publisher is requested again: once a day, later by `jitter` seconds, and only for a feed that was fetched
 * before; after a failure at the planned time. A fetch or an attempt in the future was recorded by a clock that was
 * ahead: it counts as one in the past.
 * @internal
 */
export function isDue(
  { fetchedAt, retryAt, attemptAt }: FetchTimes,
  now: number,
  jitter: number,
): boolean {
  const isPast = (since: number, seconds: number): boolean => Math.abs(now - since) >= seconds;
  if (retryAt !== null) {
    const isPlanned = now < retryAt && retryAt - now <= DAY;
    return !isPlanned && (attemptAt === null || isPast(attemptAt, MIN_DELAY));
  }
  if (fetchedAt === null) return false;
  return isPast(fetchedAt, DAY + jitter) && (attemptAt === null || isPast(attemptAt, RETRY_DELAY));
}

/**
 * Returns the seconds by which the requests for a feed are delayed: constant in an installation, and different
 * between installations.
 * @internal
 */
export function jitterSeconds(installation: string, feed: string): number {
  const digest = createHash('sha256').update(`${installation}\0${feed}`).digest();
  return digest.readUInt32BE(0) % MAX_JITTER;
}
