import type { FeedName } from '../../knowledge/records.js';

/** A file to be fetched for a feed. */
export interface PlannedFile {
  address: string;
  /** null: it is the whole feed */
  part: string | null;
  merges?: boolean;
  /** not every release has it: that it is not there is no failure */
  optional?: boolean;
}

export interface PlanOptions {
  address: string;
  /** releases that stored inventories are judged by: `Alpine:v3.21` */
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** when each part was last loaded from its publisher */
  loadedAt: ReadonlyMap<string, number>;
}

const FIRST_YEAR = 2002; // of NVD's files; it holds all before, too
const DAY = 86_400;
/** How far back the `modified` file of NVD reaches, in seconds: it holds eight days; one to be safe. */
export const MODIFIED_COVERS = 7 * DAY;

/** What has to be fetched to bring a feed up to date. */
export function planDownloads(feed: FeedName, facts: PlanOptions): PlannedFile[] {
  if (feed === 'alpine-secdb') return alpine(facts);
  if (feed === 'nvd') return nvd(facts);
  return [{ address: facts.address, part: null }];
}

// Only the releases that somebody has.
function alpine({ address, ecosystems: scopes }: PlanOptions): PlannedFile[] {
  const releases = scopes.flatMap((scope) => /^Alpine:(v\d+\.\d+|edge)$/.exec(scope)?.[1] ?? []);
  return [...new Set(releases)].sort().flatMap((release) =>
    ['main', 'community'].map((repository): PlannedFile => ({
      address: `${address}${release}/${repository}.json`,
      part: `${release}-${repository}`,
      optional: repository === 'community',
    })),
  );
}

// All years at first, and when the file of what changed lately does not reach back any more.
function nvd({ address, now, loadedAt: loaded }: PlanOptions): PlannedFile[] {
  const thisYear = new Date(now * 1000).getUTCFullYear();
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, i) => String(FIRST_YEAR + i));
  const modified: PlannedFile = {
    address: `${address}nvdcve-2.0-modified.json.gz`,
    part: 'modified',
    merges: true,
  };
  const isComplete = years.every((year) => loaded.has(year));
  const last = Math.max(
    loaded.get('modified') ?? 0,
    Math.min(...years.map((year) => loaded.get(year) ?? 0)),
  );
  if (isComplete && now - last <= MODIFIED_COVERS) return [modified];
  return [
    ...years.map((year) => ({ address: `${address}nvdcve-2.0-${year}.json.gz`, part: year })),
    modified,
  ];
}
