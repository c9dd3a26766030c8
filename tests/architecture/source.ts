import { fileURLToPath } from 'node:url';
import { readSourceTree, type SourceFile } from '../../scripts/source-tree.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Parsed files of `src`. Parsing takes seconds: tests read it once, outside of a test case with its timeout. */
export const SOURCES: readonly SourceFile[] = readSourceTree(ROOT, ['src']);

/** The folder of `src` that a file belongs to, or the file itself when it is at the root of `src`. */
export const areaOf = (path: string): string => path.split('/')[1] ?? path;

/** A folder of `src` or `tests`, such as `src/feeds`; otherwise the top-level folder or file. */
export function topLevelAreaOf(path: string): string {
  const [top = path, area] = path.split('/');
  return (top === 'src' || top === 'tests') && area !== undefined ? `${top}/${area}` : top;
}

export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
