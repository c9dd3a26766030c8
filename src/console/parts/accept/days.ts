const DAY_S = 86_400;
const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });

/** Returns the day, `2027-01-31` in the zone of the browser, that is a number of days after a time (Unix seconds). */
export const dayAfter = (now: number, days: number): string =>
  dayFormat.format((now + days * DAY_S) * 1000);

/** Returns the last second of a day of the zone of the browser, Unix seconds. */
export const endOfDay = (day: string): number => Math.floor(Date.parse(`${day}T23:59:59`) / 1000);
