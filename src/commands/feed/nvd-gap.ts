import { statSync } from 'node:fs';
import type { StoredFeedFile } from '../../feeds/feed-files.js';
import { MODIFIED_COVERS } from '../../feeds/fetch/download-plan.js';
import { formatDate } from '../../lib/text.js';

/**
 * Returns a warning if changes are missing between the stored files of NVD, otherwise null. The newest
 * `modified` file replaces older ones; it covers eight days, and a yearly file may be older than that.
 */
export function missingUpdates(stored: readonly StoredFeedFile[]): string | null {
  const nvd = stored
    .filter(({ feed }) => feed === 'nvd')
    .map(({ part, path }) => ({ part, changedMs: statSync(path).mtimeMs }));
  const modified = nvd.find(({ part }) => part === 'modified');
  const oldestMs = Math.min(
    ...nvd.filter((file) => file !== modified).map(({ changedMs }) => changedMs),
  );
  if (modified === undefined || modified.changedMs - oldestMs <= MODIFIED_COVERS * 1000)
    return null;
  return `nvd is incomplete: its oldest file is from ${formatDate(oldestMs / 1000)}, and only the changes of the last eight days since are stored. For a complete copy, clear the feed (DELETE /feeds/nvd), run "hostwarden feed update nvd" and export again.`;
}
