import type { Logger } from 'pino';
import type { Sqlite } from '../database/sqlite.js';
import type { Clock } from '../platform/clock.js';
import { parseFeedName } from './feeds.catalog.js';
import type { Feeds } from './feeds.service.js';
import { isDue, jitterSeconds } from './fetch/due.js';

const LOOK_EVERY_MS = 600_000;

export interface DailyUpdateDeps {
  knowledge: Sqlite;
  /** what is particular to this installation, so that not all ask their publishers at once */
  installation: string;
  clock: Clock;
  feeds: Pick<Feeds, 'update'>;
  log: Pick<Logger, 'error'>;
}

export interface DailyUpdate {
  /** has everything fetched that is due; resolves when all of it came to an end */
  updateDue(): Promise<void>;
  start(): void;
  close(): void;
}

/** Feeds that look for what is new by themselves from `begin` to `close`. */
export const withDailyUpdate = (feeds: Feeds, refresher: DailyUpdate): Feeds => ({
  ...feeds,
  start: async () => {
    await feeds.start();
    refresher.start();
  },
  close: async () => {
    refresher.close();
    await feeds.close();
  },
});

/** Fetches once a day what was fetched before: nothing is asked of anybody until somebody has asked for a feed himself. */
export function createDailyUpdate({
  knowledge,
  installation,
  clock,
  feeds,
  log,
}: DailyUpdateDeps): DailyUpdate {
  const attempts = new Map<string, number>();
  const fetched = knowledge.prepare<[], { name: string; fetchedAt: number }>(
    'SELECT name, coalesce(checked_at, 0) AS fetchedAt FROM feeds WHERE EXISTS (SELECT 1 FROM feed_files WHERE feed = name AND address IS NOT NULL)',
  );
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    const now = clock.now();
    const due = fetched
      .all()
      .filter(({ name, fetchedAt }) =>
        isDue(
          { fetchedAt, attemptAt: attempts.get(name) ?? null },
          now,
          jitterSeconds(installation, name),
        ),
      );
    await Promise.all(
      due.map(async ({ name }) => {
        attempts.set(name, now);
        const feed = parseFeedName(name);
        if (feed)
          await feeds.update(feed).catch((err: unknown) => {
            log.error({ err, feed }, 'a feed could not be refreshed');
          });
      }),
    );
  }
  return {
    updateDue: look,
    start: () => {
      timer = setInterval(
        () =>
          void look().catch((err: unknown) => {
            log.error({ err }, 'feeds could not be refreshed');
          }),
        LOOK_EVERY_MS,
      ).unref();
    },
    close: () => clearInterval(timer),
  };
}
