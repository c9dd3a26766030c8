const DAY_MS = 86_400_000;
const DAYS = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns the date (`2026-11-23`) of a time in a zone. @param at Unix seconds */
export const dateIn = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at * 1000);

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the Monday of the week of a date.
 * @internal
 */
export function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  return addDays(date, -((day + DAYS - 1) % DAYS));
}

/** Returns the Monday that the address asks for; that of this week, if it asks for none. */
export function readWeek(text: string | undefined, now: number, zone: string): string {
  const isDate = DATE.test(text ?? '') && !Number.isNaN(Date.parse(`${text ?? ''}T00:00Z`));
  return mondayOf(isDate ? (text ?? '') : dateIn(now, zone));
}

/** Returns the Monday some weeks later. */
export const addWeeks = (monday: string, weeks: number): string => addDays(monday, weeks * DAYS);

/** Returns the dates of a week. */
export const datesOf = (monday: string): string[] =>
  Array.from({ length: DAYS }, (_, i) => addDays(monday, i));

/** Returns the name of a date in a column: `Mon 23`. */
export const dayName = (date: string): string =>
  `${NAMES[new Date(`${date}T00:00Z`).getUTCDay()] ?? ''} ${Number(date.slice(8))}`;

/** Returns the Unix seconds of midnight of a date in a zone; the first moment of that date if midnight is skipped. */
export function midnight(date: string, zone: string): number {
  const utc = Date.parse(`${date}T00:00Z`) / 1000;
  let low = utc - 86_400; // zones are at most 14 hours from UTC
  let high = utc + 86_400;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateIn(middle, zone) >= date) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the minute of the day of a time in a zone, and its text `02:30`. */
export function timeIn(at: number, zone: string): { minute: number; time: string } {
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(at * 1000);
  return { minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)), time };
}
