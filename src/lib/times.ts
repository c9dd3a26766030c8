/** The length of a UTC day. */
export const SECONDS_PER_DAY = 86_400;

/** `2026-11-21T19:00:00Z` of Unix seconds; the number itself outside the range of `Date`. */
export function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

/** `2027-01-01 08:30Z` of Unix seconds; the number itself outside the range of `Date`. */
export function formatMinute(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : `${date.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** `2027-01-01` (UTC) of Unix seconds; the number itself outside the range of `Date`. */
export function formatDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().slice(0, 10);
}
