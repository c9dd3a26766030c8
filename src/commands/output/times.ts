import { formatDate } from '../../lib/times.js';
import { systemClock } from '../../platform/clock.js';
import type { Column } from './items.js';
import { formatTimeAgo } from './text.js';

/** `2026-11-24T01:30:00Z` of Unix seconds, for other programs; null stays null. */
export function isoText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : `${date.toISOString().slice(0, 19)}Z`;
}

/** `2 hours ago`, `-` for null. `now`: Unix seconds. */
export const agoText = (seconds: number | null, now: number): string =>
  seconds === null ? '-' : formatTimeAgo(now - seconds);

const DATE_AND_TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** The IANA name of the time zone of this machine. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `2026-11-24 02:30 UTC` of Unix seconds in a time zone (default: that of this machine). */
export const zonedTime = (seconds: number, timeZone = localZone()): string =>
  `${localTime(seconds, timeZone)} ${timeZone}`;

/** `2026-11-24 02:30` of Unix seconds in a time zone (default: that of this machine). */
export function localTime(seconds: number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('sv', { ...DATE_AND_TIME, timeZone });
  return format.format(seconds * 1000);
}

/** Returns a column of a time in Unix seconds: on a terminal `2 hours ago`. */
export const agoColumn = <T>(heading: string, time: (item: T) => number | null): Column<T> => ({
  heading,
  value: (item) => isoText(time(item)),
  text: (item) => agoText(time(item), systemClock.now()),
});

/** Returns a column of a time in Unix seconds: on a terminal a date of UTC. */
export const dateColumn = <T>(heading: string, time: (item: T) => number): Column<T> => ({
  heading,
  value: (item) => isoText(time(item)),
  text: (item) => formatDate(time(item)),
});
