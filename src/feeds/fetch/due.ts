import { createHash } from 'node:crypto';

const DAY = 86_400;
const SPREAD = 7_200; // seconds: not everybody asks a publisher at the same moment
const PATIENCE = 3_600; // seconds, after an attempt that failed

/** When a feed was fetched last (null: never; it came as a file), and when the last attempt was. Unix seconds. */
export interface FetchTimes {
  fetchedAt: number | null;
  attemptAt: number | null;
}

/** Is it time to ask a feed's publisher again? Once a day, spread by what is particular to this installation; only what was fetched before. */
export function isDue({ fetchedAt, attemptAt }: FetchTimes, now: number, spread: number): boolean {
  if (fetchedAt === null) return false;
  return now >= fetchedAt + DAY + spread && (attemptAt === null || now >= attemptAt + PATIENCE);
}

/** Seconds by which a feed is asked for later than a day after the last time: the same every day, and different in every installation. */
export function jitterSeconds(installation: string, feed: string): number {
  return createHash('sha256').update(`${installation}\0${feed}`).digest().readUInt32BE(0) % SPREAD;
}
