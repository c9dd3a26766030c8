const MINUTES = '2026-11-23T02:30'.length;
const SECONDS = '2026-11-23T02:30:15'.length;

/** Returns a time (Unix seconds) as the value of a control `datetime-local` in the zone of the browser, or in UTC. */
export function toLocalValue(at: number | null, isUtc: boolean): string {
  if (at === null) return '';
  const date = new Date(at * 1000);
  const shifted = isUtc ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, at % 60 === 0 ? MINUTES : SECONDS);
}

/**
 * Returns the start of such a value as the request writes it; null: it is empty or no time. A time that a
 * clock change of the browser's zone skips is ISO 8601 text with the offset before the change: only the
 * first start is moved.
 */
export function startOf(value: string, isUtc: boolean): number | string | null {
  const at = fromLocalValue(value, isUtc);
  if (at === null || toLocalValue(at, isUtc).slice(0, MINUTES) === value.slice(0, MINUTES))
    return at;
  const minutes = Math.round((Date.parse(`${value}Z`) / 1000 - at) / 60);
  const offset = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${value.slice(0, MINUTES)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Returns the time (Unix seconds) of such a value; null: it is empty or no time. */
export function fromLocalValue(value: string, isUtc: boolean): number | null {
  if (value === '') return null;
  const ms = new Date(isUtc ? `${value}Z` : value).getTime();
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
