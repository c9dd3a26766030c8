import type { FeedName } from '../../knowledge/records.js';
import { FEED_NAMES } from '../feeds.catalog.js';
import type { MatchedSubjects } from '../usage.statements.js';

const FEEDS_BY_ECOSYSTEM: readonly (readonly [RegExp, readonly FeedName[]])[] = [
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

/**
 * Returns the feeds that stored data is matched with: those of its ecosystems, NVD for services, and with any of them
 * KEV and EPSS. In the order of the catalog.
 */
export function requiredFeeds({ ecosystems, hasServices }: MatchedSubjects): FeedName[] {
  const required = new Set(
    FEEDS_BY_ECOSYSTEM.flatMap(([pattern, feeds]) =>
      ecosystems.some((ecosystem) => pattern.test(ecosystem)) ? feeds : [],
    ),
  );
  if (hasServices) required.add('nvd');
  if (required.size > 0) for (const feed of ['kev', 'epss'] as const) required.add(feed);
  return FEED_NAMES.filter((name) => required.has(name));
}
