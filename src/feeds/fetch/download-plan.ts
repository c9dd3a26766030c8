import { yearsExpected, yearsUntil } from '../../knowledge/nvd-years.js';
import type { FeedName } from '../../knowledge/records.js';

/** A file to download for a feed. */
export interface PlannedFile {
  /** follows the URL of the feed; empty: it is the file */
  path: string;
  /** null: the whole feed */
  part: string | null;
  /** see `JobFile.merges` */
  merges?: boolean;
  /** true: some releases do not have it, so that 404 is not a failure */
  optional?: boolean;
  /** parts that are fetched before; without one of them, this file is not fetched. Default: none */
  after?: readonly string[];
  /** true: downloaded also if the publisher has nothing new, so that its time is that of now */
  isRenewed?: boolean;
}

export interface PlanOptions {
  /** ecosystems of stored inventories: `Alpine:v3.21` */
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** when each part was last loaded from its publisher, in Unix seconds */
  loadedAt: ReadonlyMap<string, number>;
}

const DAY = 86_400;

/** The period in seconds that NVD's `modified` file is relied on to cover: it has eight days. */
export const MODIFIED_COVERS = 7 * DAY;

/**
 * The age in seconds at which a year of NVD is loaded again. Until then, the changes since its load are kept, a file a
 * week.
 */
const RENEW_AFTER = 90 * DAY;

/** Returns the files to download to bring a feed up to date. */
export function planDownloads(feed: FeedName, options: PlanOptions): PlannedFile[] {
  if (feed === 'alpine-secdb') return planAlpine(options);
  if (feed === 'nvd') return planNvd(options);
  return [{ path: '', part: null }];
}

/** The releases of stored inventories only. */
function planAlpine({ ecosystems }: PlanOptions): PlannedFile[] {
  const releases = ecosystems.flatMap(
    (ecosystem) => /^Alpine:(v\d+\.\d+|edge)$/.exec(ecosystem)?.[1] ?? [],
  );
  return [...new Set(releases)].sort().flatMap((release) =>
    ['main', 'community'].map((repository): PlannedFile => ({
      path: `${release}/${repository}.json`,
      part: `${release}-${repository}`,
      optional: repository === 'community',
    })),
  );
}

/**
 * The years that were never loaded, and those whose changes the file of recent changes no longer has, newest first.
 * Otherwise one year that is too old: so the changes that have to be kept do not grow without end. Then the recent
 * changes: a year file may be older than they are.
 */
function planNvd({ now, loadedAt }: PlanOptions): PlannedFile[] {
  const changedAt = loadedAt.get(RECENT_CHANGES) ?? 0;
  const ageOf = (year: string): number => now - Math.max(loadedAt.get(year) ?? 0, changedAt);
  const years = yearsUntil(now).toReversed();
  const loaded = years.filter((year) => loadedAt.has(year));
  const missing = years.filter((year) => !loadedAt.has(year));
  const outdated = loaded.filter((year) => ageOf(year) > MODIFIED_COVERS);
  const isFreshEnough = loaded.every((year) => ageOf(year) <= DAY);
  const planned = years.filter((year) => missing.includes(year) || outdated.includes(year));
  const oldest = planned.length === 0 ? oldestYear(loaded, loadedAt, now - RENEW_AFTER) : [];
  const isNewer = loaded.some((year) => (loadedAt.get(year) ?? 0) > changedAt);
  return [
    ...planned.map((year) => fileOfYear(year, now)),
    ...oldest.map((year) => ({ ...fileOfYear(year, now), isRenewed: true })),
    {
      path: 'nvdcve-2.0-modified.json.gz',
      part: RECENT_CHANGES,
      merges: true,
      after: isFreshEnough ? planned : outdated,
      ...((isNewer || planned.length + oldest.length > 0) && { isRenewed: true }),
    },
  ];
}

/** The part of NVD with the changes of the last eight days. It replaces its predecessor. */
export const RECENT_CHANGES = 'modified';

function fileOfYear(year: string, now: number): PlannedFile {
  const isNew = !yearsExpected(now).includes(year);
  return { path: `nvdcve-2.0-${year}.json.gz`, part: year, ...(isNew && { optional: true }) };
}

/** Returns the year that was loaded first, if that was before `limit`. */
function oldestYear(
  years: readonly string[],
  loadedAt: ReadonlyMap<string, number>,
  limit: number,
): string[] {
  const old = years.filter((year) => (loadedAt.get(year) ?? 0) < limit);
  const loadTime = (year: string): number => loadedAt.get(year) ?? 0;
  return old.toSorted((a, b) => loadTime(a) - loadTime(b) || Number(a) - Number(b)).slice(0, 1);
}
