import type { JobFile } from './jobs.js';

/**
 * When the newest of these files was changed, as its publisher or the file system says; null: nobody does. For feeds that hold no date of their own:
 * what is imported months later is not of today.
 * @param now Unix seconds; a time after it is none
 * @returns as `2026-08-15T12:02:44.000Z`
 */
export function timeOfFiles(
  files: readonly Pick<JobFile, 'lastModified'>[],
  now: number,
): string | null {
  const times = files
    .map(({ lastModified }) => Date.parse(lastModified ?? ''))
    .filter((time) => time > 0 && time <= now * 1000);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
