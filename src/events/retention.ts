import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Clock } from '../outside/clock.js';
import { sweepEvents } from './events.sweep.js';

const DAY = 86_400;
const HOUR_MS = 3_600_000;

export interface Retention {
  /** removes what is too old now, and once an hour */
  begin(): void;
  /** begins no more work, and waits for what is under way */
  close(): Promise<void>;
}

/** Keeps events for `days` days and no longer. */
export function createRetention({ database, clock, days, log }: { database: Database; clock: Clock; days: number; log: Pick<Logger, 'error'> }): Retention {
  let closed = false;
  let working: Promise<void> | null = null;
  async function once(): Promise<void> {
    try {
      await sweepEvents(database, clock.now() - days * DAY, () => closed);
    } catch (err) {
      log.error({ err }, 'old events could not be removed; they stay until the next time');
    }
  }
  function sweep(): void {
    working ??= once().finally(() => { working = null; });
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
