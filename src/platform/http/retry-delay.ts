/** The longest wait that a server may ask for, ms. */
const MAX_RETRY_AFTER_MS = 3_600_000;

const FIRST_DELAY_MS = 2000;
const FACTOR = 3;

/**
 * Returns the wait of a Retry-After header in ms (RFC 9110, section 10.2.3): seconds, or an HTTP date. At most
 * an hour; null: the header is absent or unreadable.
 * @param nowMs Unix time
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  // The obsolete form of asctime names no zone; it is UTC as well.
  const dateMs = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateMs - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/**
 * Returns the ms to wait after the n-th failed attempt in a row: about 2 s, 6 s, 18 s. The random half keeps
 * installations from asking at the same moment.
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number =>
  Math.round(FIRST_DELAY_MS * FACTOR ** (failures - 1) * (0.5 + random));
