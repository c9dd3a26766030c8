import { SECONDS_PER_DAY } from '../lib/times.js';

const FIRST_YEAR = 2002; // of NVD's files; its file includes all years before

/** NVD publishes the file of a new year some days after its start. In seconds. */
const NEW_YEAR = 31 * SECONDS_PER_DAY;

/** Returns the years that NVD may have files of at a time in Unix seconds, oldest first. */
export const yearsUntil = (now: number): string[] => {
  const thisYear = new Date(now * 1000).getUTCFullYear();
  return Array.from({ length: Math.max(0, thisYear - FIRST_YEAR + 1) }, (_, i) =>
    String(FIRST_YEAR + i),
  );
};

/** Returns the years that NVD has files of at a time in Unix seconds, oldest first. */
export const yearsExpected = (now: number): string[] => yearsUntil(now - NEW_YEAR);

/**
 * Returns the years of NVD that are missing between the loaded parts, oldest first. None are if the whole feed was
 * loaded at once.
 * @param parts '' is the whole feed
 * @param now Unix seconds
 */
export function missingYears(parts: readonly string[], now: number): string[] {
  if (parts.length === 0 || parts.includes('')) return [];
  return yearsExpected(now).filter((year) => !parts.includes(year));
}
