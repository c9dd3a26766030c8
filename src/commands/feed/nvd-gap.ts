import { statSync } from 'node:fs';
import type { StoredFeedFile } from '../../feeds/feed-files.js';
import { MODIFIED_COVERS } from '../../feeds/fetch/download-plan.js';

/**
 * What is to be said of kept files of NVD between which changes are missing: of its yearly files and the newest `modified`, which takes the place of those before, where the years
 * are older than what that covers; null: they are whole.
 */
export function missingUpdates(kept: readonly StoredFeedFile[]): string | null {
  const nvd = kept
    .filter(({ feed }) => feed === 'nvd')
    .map(({ part, path }) => ({ part, at: statSync(path).mtimeMs }));
  const lately = nvd.find(({ part }) => part === 'modified');
  const oldest = Math.min(...nvd.filter((file) => file !== lately).map(({ at }) => at));
  if (lately === undefined || lately.at - oldest <= MODIFIED_COVERS * 1000) return null;
  const day = new Date(oldest).toISOString().slice(0, 10);
  return `nvd is not whole: its oldest file is of ${day}, and of what changed since only the last eight days are kept. For a whole copy empty it (DELETE /feeds/nvd), "hostwarden feed update nvd", and export again.`;
}
