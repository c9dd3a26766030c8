import { withTime, type StoredFeedFile } from '../../feeds/feed-files.js';
import { findGap } from '../../feeds/nvd-files.js';
import { formatDate } from '../../lib/times.js';

/** Returns a warning if changes are missing between the stored files of NVD, otherwise null. */
export function missingUpdates(stored: readonly StoredFeedFile[]): string | null {
  const gap = findGap(stored.filter(({ feed }) => feed === 'nvd').map(withTime));
  return gap === null
    ? null
    : `nvd is incomplete: changes after ${formatDate(gap / 1000)} are missing between the ` +
        'stored files. For a complete copy, clear the feed (DELETE /feeds/nvd), ' +
        'run "hostwarden feed update nvd" and export again.';
}
