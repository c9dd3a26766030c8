import { SECONDS_PER_DAY } from '../../lib/times.js';
import { isRolling, knownRelease, type KnownRelease } from './known-releases.js';

/**
 * The end of a release, as published: a day (`2025-07-10`), `yes` or `no` without a day, or empty. `extended`: of
 * support after the general end.
 */
interface ReleaseEnd {
  end: string;
  extended: string;
}

/** Returns the end of a release of a product; undefined: it is not known. */
export type FindReleaseEnd = (product: string, cycle: string) => ReleaseEnd | undefined;

/**
 * Whether a system still receives security updates. `rolling`: it has no releases that end; `unknown`: its release, or
 * the end of it, is not known, which is not the same as supported.
 */
export interface SystemSupport {
  /** for people: `Ubuntu 24.10`; null: not known */
  system: string | null;
  state: 'supported' | 'end_of_life' | 'rolling' | 'unknown';
  /** the last day with security updates, as YYYY-MM-DD; null: none is published */
  until: string | null;
  /** the last day of support for which a subscription is needed; null: no such support, or it is over */
  extended_until: string | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Returns the support of a system on a day. Each cycle that it may be must have ended before it counts as ended, and
 * none before it counts as supported.
 * @param now Unix seconds
 */
export function systemSupport(
  ecosystems: readonly string[],
  name: string | null,
  find: FindReleaseEnd,
  now: number,
): SystemSupport {
  const release = knownRelease(ecosystems, name);
  const found = release?.cycles.flatMap((cycle) => find(release.product, cycle) ?? []) ?? [];
  const system = release?.system ?? null;
  const undecided = { system, until: null, extended_until: null };
  if (release === null || found.length === 0)
    return { ...undecided, state: isRolling(ecosystems, name) ? 'rolling' : 'unknown' };
  const today = new Date(now * 1000).toISOString().slice(0, 10);
  const ends = found.map((end) => effectiveEnd(end, release));
  const over = ends.filter((end) => isOver(end, today));
  if (over.length > 0 && over.length < ends.length) return { ...undecided, state: 'unknown' };
  const days = ends.filter((end) => DAY.test(end)).sort();
  const isDead = over.length > 0;
  return {
    system,
    state: isDead ? 'end_of_life' : 'supported',
    // Of several editions: the day from which on all are dead, or until which all are alive.
    until: (isDead ? days.at(-1) : days[0]) ?? null,
    extended_until: release.hasExtension ? null : extension(found, today),
  };
}

/** Returns when the support that a host has ends. */
function effectiveEnd({ end, extended }: ReleaseEnd, { hasExtension }: KnownRelease): string {
  return hasExtension && DAY.test(extended) && extended > end ? extended : end;
}

const isOver = (end: string, today: string): boolean =>
  end === 'yes' || (DAY.test(end) && end < today);

const extension = (found: readonly ReleaseEnd[], today: string): string | null =>
  found
    .map(({ extended }) => extended)
    .filter((day) => DAY.test(day) && day >= today)
    .sort()[0] ?? null;

/** An end of support is announced 90 days ahead. */
export const END_NOTICE_SECONDS = 90 * SECONDS_PER_DAY;

/** Whether the support of a system ends within 90 days. @param now Unix seconds */
export const endsSoon = (
  support: SystemSupport,
  now: number,
): support is SystemSupport & { system: string; until: string } =>
  support.state === 'supported' &&
  support.until !== null &&
  Date.parse(support.until) / 1000 - now <= END_NOTICE_SECONDS;
