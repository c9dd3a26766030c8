import { SECONDS_PER_DAY } from '../../lib/times.js';

/** The days that the history has at most: two years. */
export const MAX_HISTORY_DAYS = 731;

/** The number of UTC days that differences are kept, today included. Their counts are kept longer. */
export const DIFFERENCE_DAYS = 90;

/** Returns the number of a UTC day: days since 1970-01-01. @param now Unix seconds */
export const dayOf = (now: number): number => Math.floor(now / SECONDS_PER_DAY);

/** Returns the begin of the oldest day whose differences are kept. Times: Unix seconds. */
export const beginOfKept = (now: number): number =>
  (dayOf(now) - DIFFERENCE_DAYS + 1) * SECONDS_PER_DAY;
