import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { prefs, type Prefs } from '../app/prefs.js';
import { exactWords, relativeWords } from './time-words.js';

const UPDATE_MS = 15_000;

/** The current time, Unix seconds; it advances every 15 seconds. */
export const now = signal(Math.floor(Date.now() / 1000));
setInterval(() => {
  if (!document.hidden) now.value = Math.floor(Date.now() / 1000);
}, UPDATE_MS);

/** Returns the name of a zone. */
export const zoneName = (zone: Prefs['zone']): string =>
  zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a time (Unix seconds) as `2026-11-22 14:03:22 GMT+1`, in the zone of display. */
export const exactTime = (at: number): string => exactWords(at, zoneName(prefs.value.zone));
const machineTime = (at: number): string => new Date(at * 1000).toISOString();

/** Whether times are in a row of a list: the exact ones are shown while the row has the focus. */
export const TimesInRow = createContext(false);

/** A time as `2 hours ago`, with the exact one on hover and focus. @param at Unix seconds; null: never */
export function Time({ at, none = 'never' }: { at: number | null | undefined; none?: string }) {
  const isInRow = useContext(TimesInRow);
  if (at === null || at === undefined) return <>{none}</>;
  // In a row the Tab key leaves it out: a page has a hundred rows.
  return (
    <time
      class="relative"
      dateTime={machineTime(at)}
      title={exactTime(at)}
      tabIndex={isInRow ? -1 : 0}
    >
      {relativeWords(at, now.value)}
    </time>
  );
}

/** A time as `2026-11-22 14:03:22 GMT+1`, for evidence. @param at Unix seconds */
export function ExactTime({ at }: { at: number }) {
  return <time dateTime={machineTime(at)}>{exactTime(at)}</time>;
}
