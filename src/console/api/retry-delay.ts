const FIRST_MS = 500;
const MAX_MS = { shown: 2500, hidden: 15_000 };

/**
 * Returns how long to wait before the n-th attempt to connect again, from 0, in milliseconds: from 0.5 s to 2.5 s for a
 * page that someone sees, and to 15 s for a hidden one; shortened by up to a half, so that pages do not connect at the
 * same moment.
 * @param random 0 to 1
 */
export const retryDelay = (attempt: number, random: number, isHidden: boolean): number =>
  Math.min(MAX_MS[isHidden ? 'hidden' : 'shown'], FIRST_MS * 2 ** Math.min(attempt, 10)) *
  (1 - random / 2);
