import type { PackageFormat, Parsed } from '../../inventory.js';
import { field, lines } from '../text.js';

const MAX_NAMES = 2_000;
const MAX_LENGTH = 256 * 1024;
const MAX_NAME = 256;
/** A package manager, and the local time with its offset. */
const LOG = /^log (dpkg|pacman) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d)(\d\d)$/;

/** Parses names, one on a line: removed packages, enabled repositories. The first 2,000. */
export function parseNameLines(text: string): Parsed<string[]> {
  const names = [...lines(text.slice(0, MAX_LENGTH))].flatMap(
    (line) => field(line, MAX_NAME) ?? [],
  );
  return { value: names.slice(0, MAX_NAMES), warnings: [] };
}

/** The last minutes of a log that have changes, in local time. A collector sends 100. */
const TIMES = /^times (dpkg|pacman)((?: \d{4}-\d\d-\d\dT\d\d:\d\d){1,100})$/;

/** The removals that the logs of a host's package managers have. */
export interface Removals {
  /** of packages that were removed and not installed again; with `:<architecture>`: only this build of it */
  names: readonly string[];
  /** the logs that have all removals since a time, in Unix seconds */
  logs: Partial<Record<PackageFormat, number>>;
  /** the last minutes of a log that have changes, in its order; absent: an older collector */
  times: Partial<Record<PackageFormat, readonly string[]>>;
}

/**
 * Parses the names of packages that were removed and not installed again, one on a line, by the logs of the host. Lines
 * `log <manager> <time>` say which log has all removals since when, and `times <manager> <minute> …` when it was
 * written; older collectors have none.
 */
export function parseRemoved(text: string): Parsed<Removals> {
  const found: Removals & { names: string[] } = { names: [], logs: {}, times: {} };
  for (const line of lines(text.slice(0, MAX_LENGTH))) {
    const [, manager, time, hours, minutes] = LOG.exec(line.trim()) ?? [];
    const since = Date.parse(`${time}${hours}:${minutes}`) / 1000;
    const [, written, minutesOf = ''] = TIMES.exec(line.trim()) ?? [];
    const name = field(line, MAX_NAME);
    if (written !== undefined)
      found.times[written as 'dpkg' | 'pacman'] = minutesOf.trim().split(' ');
    else if (manager !== undefined && since >= 0) found.logs[manager as 'dpkg' | 'pacman'] = since;
    else if (name !== null && found.names.length < MAX_NAMES) found.names.push(name);
  }
  return { value: found, warnings: [] };
}
