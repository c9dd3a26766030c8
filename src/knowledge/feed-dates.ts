import { SECONDS_PER_DAY } from '../lib/times.js';

/**
 * Returns the date of a publisher's data in Unix seconds, from the version of a feed: the time of its newest record
 * (`2026-01-28T10:18:47Z`), or a label with a date (`2024.11.21`). null: the version has no date.
 */
export function dataDate(version: string | null): number | null {
  const [, year, month, day] = /(\d{4})[-.](\d{2})[-.](\d{2})/.exec(version ?? '') ?? [];
  if (version === null || year === undefined) return null;
  const exact = Date.parse(version);
  const ms = Number.isNaN(exact) ? Date.parse(`${year}-${month}-${day}T00:00:00Z`) : exact;
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/**
 * Whether data is older than `staleDays` days. Data without a date is not.
 * @param dataFrom Unix seconds
 * @param now Unix seconds
 */
export const isStale = (dataFrom: number | null, now: number, staleDays: number): boolean =>
  dataFrom !== null && now - dataFrom > staleDays * SECONDS_PER_DAY;
