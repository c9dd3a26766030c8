import type { FeedName } from '../../knowledge/records.js';
import { CATALOG } from '../feeds.catalog.js';

/**
 * Returns the URLs of a feed, or of the folders of its files, in the order in which they are asked: those of the
 * mirrors, or without any the publisher's. A mirror has each file as `<mirror>/<feed>/<file>`, with the publisher's
 * name of the file.
 * @param mirrors URLs of folders (FEED_MIRROR)
 */
export function feedAddresses(feed: FeedName, mirrors: readonly string[]): string[] {
  const { address, hasParts } = CATALOG[feed];
  if (mirrors.length === 0) return [address];
  const file = hasParts ? '' : address.slice(address.lastIndexOf('/') + 1);
  return mirrors.map((mirror) => `${mirror.replace(/\/+$/, '')}/${feed}/${file}`);
}
