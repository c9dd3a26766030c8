import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Clock } from '../outside/clock.js';
import { sweepEvents } from './events.sweep.js';

const DAY = 86_400;

export interface Retention {
  /** removes what is too old; a second call while one works does nothing */
  sweep(): Promise<void>;
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
  return {
    async sweep() {
      if (closed || working) return;
      working = once();
      await working;
      working = null;
    },
    async close() {
      closed = true;
      await working;
    },
  };
}
