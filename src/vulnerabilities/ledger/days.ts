const SECONDS_PER_DAY = 86_400;

/** The days that the history has at most: two years. */
export const MAX_HISTORY_DAYS = 731;

/** Returns the number of a UTC day: days since 1970-01-01. @param now Unix seconds */
export const dayOf = (now: number): number => Math.floor(now / SECONDS_PER_DAY);
