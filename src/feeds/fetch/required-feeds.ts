import { feedsOfEcosystem } from '../../knowledge/ecosystem-feeds.js';
import type { FeedName } from '../../knowledge/records.js';
import { FEED_NAMES } from '../feeds.catalog.js';
import type { MatchedSubjects } from '../usage.statements.js';

/**
 * Returns the feeds that stored data is matched with: those of its ecosystems, NVD for services and programs, and with
 * any of them KEV and EPSS. The ends of support are those of any system. In the order of the catalog.
 */
export function requiredFeeds({
  ecosystems,
  hasPrograms,
  hasInventory,
}: MatchedSubjects): FeedName[] {
  const required = new Set<FeedName>(ecosystems.flatMap(feedsOfEcosystem));
  if (hasPrograms) required.add('nvd');
  if (required.size > 0) for (const feed of ['kev', 'epss'] as const) required.add(feed);
  if (required.size > 0 || hasInventory) required.add('eol');
  return FEED_NAMES.filter((name) => required.has(name));
}
