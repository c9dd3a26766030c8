import type { FeedName } from '../../knowledge/records.js';

const MAX_DOWNLOADS = 3;
/** One slot stays free for the small feeds that come first, also if others were requested before them. */
const MAX_LATER_ONES = 2;

/** Returns the place of a feed in the order of fetching: small feeds that each finding needs, distributions, NVD. */
export function fetchRank(feed: FeedName): number {
  if (feed === 'kev' || feed === 'epss') return 0;
  return feed === 'nvd' ? 2 : 1;
}

/** Runs a download of a feed as soon as a slot is free. */
export type DownloadSlots = <T>(feed: FeedName, work: () => Promise<T>) => Promise<T>;

/**
 * Creates the slots of all downloads: at most three run at a time, two of them of large feeds. Of those that wait, the
 * first in the order of fetching is next.
 */
export function createDownloadSlots(): DownloadSlots {
  const running: FeedName[] = [];
  const waiting: { feed: FeedName; start: () => void }[] = [];

  const mayRun = (feed: FeedName): boolean =>
    running.length < MAX_DOWNLOADS &&
    (fetchRank(feed) === 0 ||
      running.filter((name) => fetchRank(name) > 0).length < MAX_LATER_ONES);

  function startNext(): void {
    const next = waiting.findIndex(({ feed }) => mayRun(feed));
    if (next === -1) return;
    const [{ feed, start } = { feed: null, start: () => undefined }] = waiting.splice(next, 1);
    if (feed !== null) running.push(feed);
    start();
    startNext();
  }

  return async (feed, work) => {
    await new Promise<void>((start) => {
      const later = waiting.findIndex((other) => fetchRank(other.feed) > fetchRank(feed));
      waiting.splice(later === -1 ? waiting.length : later, 0, { feed, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(feed), 1);
      startNext();
    }
  };
}
