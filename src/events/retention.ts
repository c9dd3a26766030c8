import type { Logger } from 'pino';
import type { ClockWatch } from '../clock/clock-watch.js';
import type { Database } from '../database/database.js';
import { singleFlight } from '../lib/single-flight.js';
import { deleteOldEvents } from './events.cleanup.js';

const HOUR_MS = 3_600_000;

export interface Retention {
  /** Runs the cleanup now and every hour. */
  begin(): void;
  /** Starts no further task, and waits for the running one. */
  close(): Promise<void>;
}

/** Deletes data that is no longer needed; ends early when `shouldStop` returns true. */
type CleanupTask = (database: Database, shouldStop: () => boolean) => Promise<unknown>;

interface RetentionDeps {
  database: Database;
  clockWatch: Pick<ClockWatch, 'deletableBefore'>;
  /** retention of events */
  days: number;
  log: Pick<Logger, 'error'>;
  /** further tasks of each cleanup */
  cleanupTasks?: readonly CleanupTask[];
}

/** Deletes events after `days` days, and runs the other cleanup tasks. */
export function createRetention({
  database,
  clockWatch,
  days,
  log,
  cleanupTasks = [],
}: RetentionDeps): Retention {
  let isClosed = false;
  const shouldStop = (): boolean => isClosed;
  const deleteEvents: CleanupTask = () =>
    deleteOldEvents(database, clockWatch.deletableBefore(days), shouldStop);
  const cleanUp = singleFlight(async () => {
    for (const task of [deleteEvents, ...cleanupTasks]) {
      try {
        await task(database, shouldStop);
      } catch (err) {
        log.error({ err }, 'cleanup failed; retrying next time');
      }
    }
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      void cleanUp();
      timer = setInterval(() => void cleanUp(), HOUR_MS).unref();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await cleanUp.settled();
    },
  };
}
