import { dataDate, isStale } from '../knowledge/feed-dates.js';
import type { FeedName } from '../knowledge/records.js';
import { CATALOG } from './feeds.catalog.js';
import type { FeedProgress, FeedResponse } from './feeds.schemas.js';
import type { FeedReadStatements, FeedRow } from './feeds.statements.js';
import { missingYears } from '../knowledge/nvd-years.js';

/**
 * The `error` of a feed that was not reloaded yet: a command reads the data directory, and no service has run since.
 */
const NOT_LOADED_NOTICE =
  'knowledge.db was lost or corrupt; the stored file is reloaded when the service starts ' +
  '(hostwarden serve), or by feed import';

const EMPTY: FeedRow = {
  version: null,
  updated_at: null,
  checked_at: null,
  records: 0,
  ranges: 0,
  rejected: 0,
  error: null,
  retry_at: null,
};

interface PresenterDeps {
  statements: Pick<FeedReadStatements, 'find' | 'files'>;
  /** false: feeds are fetched on request only (FEED_REFRESH) */
  isRefreshed: boolean;
  /** Unix seconds */
  now: () => number;
  progressOf: (name: FeedName) => FeedProgress | null;
  addressOf: (name: FeedName) => string;
  requiredFeeds: () => readonly FeedName[];
  unloadedFeeds: () => readonly FeedName[];
  /** FEED_STALE_DAYS */
  staleDays: number;
}

/** Creates the function that presents feeds. */
export function createFeedPresenter({
  statements,
  isRefreshed,
  now,
  progressOf,
  addressOf,
  requiredFeeds,
  unloadedFeeds,
  staleDays,
}: PresenterDeps): (names: readonly FeedName[]) => FeedResponse[] {
  const rowOf = (name: FeedName, isUnloaded: boolean): FeedRow => {
    const row = statements.find(name) ?? EMPTY;
    return isUnloaded ? { ...row, error: row.error ?? NOT_LOADED_NOTICE } : row;
  };
  const loadedParts = (name: FeedName): string[] => statements.files(name).map(({ part }) => part);
  return (names) => {
    const required = requiredFeeds();
    const unloaded = unloadedFeeds();
    return names.map((name) => {
      const row = rowOf(name, unloaded.includes(name));
      const progress = progressOf(name);
      const dataFrom = dataDate(row.version);
      return {
        name,
        address: addressOf(name),
        licence: CATALOG[name].license,
        needed: required.includes(name),
        ...row,
        retry_at: isRefreshed ? row.retry_at : null,
        missing: name === 'nvd' ? missingYears(loadedParts(name), now()) : [],
        data_from: dataFrom,
        stale: isStale(dataFrom, now(), staleDays),
        age_seconds: row.updated_at === null ? null : Math.max(0, now() - row.updated_at),
        status: progress ? 'updating' : statusOf(row),
        progress,
      };
    });
  };
}

function statusOf({ version, error }: FeedRow): FeedResponse['status'] {
  if (version !== null) return 'ready';
  return error === null ? 'empty' : 'failed';
}
