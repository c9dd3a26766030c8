const MINUTES = '2026-11-23T02:30'.length;
const SECONDS = '2026-11-23T02:30:15'.length;

/** Returns a time (Unix seconds) as the value of a control `datetime-local` in the zone of the browser, or in UTC. */
export function toLocalValue(at: number | null, isUtc: boolean): string {
  if (at === null) return '';
  const date = new Date(at * 1000);
  const shifted = isUtc ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, at % 60 === 0 ? MINUTES : SECONDS);
}

/** Returns the time (Unix seconds) of such a value; null: it is empty or no time. */
export function fromLocalValue(value: string, isUtc: boolean): number | null {
  if (value === '') return null;
  const ms = new Date(isUtc ? `${value}Z` : value).getTime();
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
