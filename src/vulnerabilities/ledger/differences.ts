import type { Sqlite } from '../../database/sqlite.js';
import { dayOf } from './days.js';
import { prepareDifferencesBegin } from './finding-days.statements.js';

/** The number of UTC days that differences are kept, today included. Their counts are kept longer. */
export const DIFFERENCE_DAYS = 90;

const SECONDS_PER_DAY = 86_400;

/** Returns the begin of the oldest day whose differences are kept. Times: Unix seconds. */
export const beginOfKept = (now: number): number =>
  (dayOf(now) - DIFFERENCE_DAYS + 1) * SECONDS_PER_DAY;

/**
 * Returns from when on all differences are stored: since they are kept, or since the service was upgraded to a version
 * that stores them. Times: Unix seconds.
 */
export const readKnownSince = (sqlite: Sqlite, now: number): number =>
  Math.max(beginOfKept(now), prepareDifferencesBegin(sqlite).get() ?? 0);
