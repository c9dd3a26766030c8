import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders below the first one: a data directory has one level. */
const MAX_DEPTH = 4;

/** Returns the sizes of all files in a folder in bytes, by path from there. Files that vanish meanwhile are missing. */
export async function fileSizes(folder: string, depth = 0): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const stats = await lstat(join(folder, name)).catch(() => null);
    if (stats?.isFile()) sizes.set(name, stats.size);
    if (!stats?.isDirectory() || depth === MAX_DEPTH) continue;
    for (const [path, size] of await fileSizes(join(folder, name), depth + 1))
      sizes.set(join(name, path), size);
  }
  return sizes;
}
