import { localTime } from '../output/times.js';

/**
 * Returns the first of these starts (Unix seconds) from which on the time of day in the zone is another one, as
 * `2027-03-28 03:30`; null: it stays. One start alone may differ: its time does not exist on the day of a clock change.
 */
export function driftOf(starts: readonly number[], timeZone: string): string | null {
  const times = starts.map((start) => localTime(start, timeZone));
  const timeOfDay = (index: number): string | undefined => times[index]?.slice(-5);
  const first = timeOfDay(0);
  const index = times.findIndex(
    (_time, i) => i + 1 < times.length && timeOfDay(i) !== first && timeOfDay(i + 1) !== first,
  );
  return times[index] ?? null;
}
