import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import { FEED_NAMES } from '../feeds.catalog.js';

const BY_RELEASE: readonly (readonly [RegExp, readonly FeedName[]])[] = [
  [/^Debian:/, ['osv-debian', 'debian-tracker']],
  [/^Ubuntu:/, ['osv-ubuntu']],
  [/^Alpine:/, ['osv-alpine', 'alpine-secdb']],
  [/^AlmaLinux:/, ['osv-almalinux']],
  [/^Rocky Linux:/, ['osv-rocky']],
  [/^Red Hat:/, ['osv-redhat']],
  [/^SUSE:/, ['osv-suse']],
  [/^openSUSE:/, ['osv-opensuse']],
  [/^(Wolfi|Chainguard)\b/, ['osv-wolfi']],
];

/** The feeds that something stored is judged by: those of its releases, NVD for services, and with either what is exploited. In the order of the catalogue. */
export function requiredFeeds({
  ecosystems,
  hasServices,
}: {
  ecosystems: readonly string[];
  hasServices: boolean;
}): FeedName[] {
  const needed = new Set(
    BY_RELEASE.flatMap(([pattern, feeds]) =>
      ecosystems.some((ecosystem) => pattern.test(ecosystem)) ? feeds : [],
    ),
  );
  if (hasServices) needed.add('nvd');
  if (needed.size > 0) for (const feed of ['kev', 'epss'] as const) needed.add(feed);
  return FEED_NAMES.filter((name) => needed.has(name));
}

/** What stored inventories and scans are judged by. */
export function matchedSubjects(sqlite: Sqlite): { ecosystems: string[]; hasServices: boolean } {
  const ecosystems = sqlite
    .prepare<[], string>('SELECT DISTINCT value FROM inventories, json_each(inventories.scopes)')
    .pluck()
    .all();
  return {
    ecosystems,
    hasServices: sqlite.prepare('SELECT 1 FROM services LIMIT 1').get() !== undefined,
  };
}
