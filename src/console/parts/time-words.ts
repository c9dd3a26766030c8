const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const UNITS: readonly (readonly [
  seconds: number,
  below: number,
  unit: Intl.RelativeTimeFormatUnit,
])[] = [
  [1, MINUTE, 'second'],
  [MINUTE, HOUR, 'minute'],
  [HOUR, DAY, 'hour'],
  [DAY, 30 * DAY, 'day'],
  [30 * DAY, 365 * DAY, 'month'],
  [365 * DAY, Infinity, 'year'],
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Returns `2 hours ago` or `in 3 days`, in whole units; times in Unix seconds. */
export function relativeWords(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 10) return 'now';
  const [seconds, , unit] = UNITS.find(([, below]) => distance < below) ?? [1, 0, 'second'];
  const count = Math.floor(distance / seconds);
  return words.format(at < now ? -count : count, unit);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns `2026-11-22 14:03:22 GMT+1` in a zone. */
export function exactWords(at: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    formats.set(zone, format);
  }
  return `${format.format(at * 1000)} ${zoneWords(at, zone)}`;
}

/** Returns the offset of a zone at a time, like `UTC` or `GMT+1`. */
function zoneWords(at: number, zone: string): string {
  if (zone === 'UTC') return 'UTC';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' });
  return parts.formatToParts(at * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
