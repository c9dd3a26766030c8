import type { ClockWatch } from '../../clock/clock-watch.js';
import { createChangeCounter } from '../../database/change-counter.js';
import type { WriteConnection } from '../../database/write-transaction.js';
import type { Clock } from '../../platform/clock.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import type { FleetDay } from './fleet-day.js';
import { createDayStore } from './fleet-days.store.js';

interface DaySavingDeps {
  database: WriteConnection;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  clockWatch: Pick<ClockWatch, 'deletableBefore'>;
  /** asks the fleet worker for today */
  readDay: () => Promise<FleetDay>;
  /** stores it after everything that was computed before */
  store: (save: () => Promise<void>) => Promise<void>;
}

const MAX_AGE_MS = 60_000;
const MAX_AGE_UNCHANGED_MS = 3_600_000;

/** Stores the days of the history. */
export interface DaySaving {
  /** Resolves when today is stored as it is now. */
  saveDay: () => Promise<void>;
  /** Whether today is to be stored though no finding changed: hosts may have been checked, or the next day began. */
  isDue: () => boolean;
  /**
   * The same for the background: while nothing is written, once an hour and on the next day suffice, and the thread
   * that is asked can rest.
   */
  isDueInBackground: () => boolean;
}

export function createDaySaving({
  database,
  clock,
  clockWatch,
  readDay,
  store,
}: DaySavingDeps): DaySaving {
  const saveRows = createDayStore(database, clockWatch);
  const countChanges = createChangeCounter(database.sqlite);
  let last: { day: number; at: number; changes?: number } = { day: 0, at: -MAX_AGE_MS };
  const isOlderThan = (ms: number): boolean =>
    dayOf(clock.now()) !== last.day || clock.monotonicMs() - last.at >= ms;
  return {
    async saveDay() {
      last = { day: dayOf(clock.now()), at: clock.monotonicMs(), changes: countChanges() };
      const day = await readDay();
      await store(() => saveRows(day));
    },
    isDue: () => isOlderThan(MAX_AGE_MS),
    isDueInBackground: () =>
      isOlderThan(countChanges() === last.changes ? MAX_AGE_UNCHANGED_MS : MAX_AGE_MS),
  };
}
