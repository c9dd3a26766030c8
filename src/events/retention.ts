import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import { deleteOldEvents } from './events.cleanup.js';

const DAY = 86_400;
const HOUR_MS = 3_600_000;

export interface Retention {
  /** removes what is too old now, and once an hour */
  begin(): void;
  /** begins no more work, and waits for what is under way */
  close(): Promise<void>;
}

/** Removes what is of no use any more, until `stop` says so. */
export type CleanupTask = (database: Database, stop: () => boolean) => Promise<unknown>;

interface Needs {
  database: Database;
  clock: Clock;
  days: number;
  log: Pick<Logger, 'error'>;
  sweeps?: readonly CleanupTask[];
}

/** Keeps events for `days` days and no longer. @param sweeps what else is to be done each time */
export function createRetention({ database, clock, days, log, sweeps = [] }: Needs): Retention {
  let closed = false;
  let working: Promise<void> | null = null;
  const isClosed = (): boolean => closed;
  async function once(): Promise<void> {
    for (const sweep of [
      () => deleteOldEvents(database, clock.now() - days * DAY, isClosed),
      ...sweeps.map((other) => () => other(database, isClosed)),
    ]) {
      try {
        await sweep();
      } catch (err) {
        log.error({ err }, 'what is old could not be removed; it stays until the next time');
      }
    }
  }
  function sweep(): void {
    working ??= once().finally(() => {
      working = null;
    });
  }
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      sweep();
      timer = setInterval(sweep, HOUR_MS).unref();
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}
