import type { FeedName } from '../../knowledge/records.js';

/** A file to download for a feed. */
export interface PlannedFile {
  /** URL */
  address: string;
  /** null: the whole feed */
  part: string | null;
  /** see `JobFile.merges` */
  merges?: boolean;
  /** true: some releases do not have it, so that 404 is not a failure */
  optional?: boolean;
  /** true: downloaded also if the publisher has nothing new, so that its time is that of now */
  isRenewed?: boolean;
}

export interface PlanOptions {
  /** URL of the feed, or of the folder of its files */
  address: string;
  /** ecosystems of stored inventories: `Alpine:v3.21` */
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** when each part was last loaded from its publisher, in Unix seconds */
  loadedAt: ReadonlyMap<string, number>;
}

const FIRST_YEAR = 2002; // of NVD's files; its file includes all years before
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
  return [{ address: options.address, part: null }];
}

/** The releases of stored inventories only. */
function planAlpine({ address, ecosystems }: PlanOptions): PlannedFile[] {
  const releases = ecosystems.flatMap(
    (ecosystem) => /^Alpine:(v\d+\.\d+|edge)$/.exec(ecosystem)?.[1] ?? [],
  );
  return [...new Set(releases)].sort().flatMap((release) =>
    ['main', 'community'].map((repository): PlannedFile => ({
      address: `${address}${release}/${repository}.json`,
      part: `${release}-${repository}`,
      optional: repository === 'community',
    })),
  );
}

/**
 * All years at first, and when the file of recent changes no longer covers the time since the last load. Otherwise the
 * recent changes, and one year that is too old: so the changes that have to be kept do not grow without end.
 */
function planNvd({ address, now, loadedAt }: PlanOptions): PlannedFile[] {
  const thisYear = new Date(now * 1000).getUTCFullYear();
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, i) => String(FIRST_YEAR + i));
  const modified: PlannedFile = {
    address: `${address}nvdcve-2.0-modified.json.gz`,
    part: 'modified',
    merges: true,
  };
  const isComplete = years.every((year) => loadedAt.has(year));
  const oldestYearLoadedAt = Math.min(...years.map((year) => loadedAt.get(year) ?? 0));
  const last = Math.max(loadedAt.get('modified') ?? 0, oldestYearLoadedAt);
  const fileOf = (year: string): PlannedFile => ({
    address: `${address}nvdcve-2.0-${year}.json.gz`,
    part: year,
  });
  if (!isComplete || now - last > MODIFIED_COVERS) return [...years.map(fileOf), modified];
  const oldest = years.find((year) => loadedAt.get(year) === oldestYearLoadedAt);
  return oldest === undefined || now - oldestYearLoadedAt <= RENEW_AFTER
    ? [modified]
    : [{ ...fileOf(oldest), isRenewed: true }, modified];
}
