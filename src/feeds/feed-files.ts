import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FeedName } from '../knowledge/records.js';
import { parseFeedName } from './feeds.catalog.js';
import { RECENT_CHANGES } from './fetch/download-plan.js';
import { keptPartName, unneededChanges } from './nvd-files.js';

/** A valid name of a part: it becomes part of a file name. */
export const PART_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * A file that a feed was loaded from. `part` null: the whole feed, listed before parts that were loaded later. NVD's
 * recent changes are listed last, after the earlier ones that are kept.
 */
export interface StoredFeedFile {
  feed: FeedName;
  part: string | null;
  path: string;
}

/**
 * The directory of the publishers' files, unmodified: they can be exported, and knowledge.db can be rebuilt from
 * them.
 */
export interface FeedFileStore {
  /** Returns a new path for an upload. */
  uploadPath: (feed: FeedName) => string;
  /** Returns the path for a download. A partial download stays there when the service ends, and is resumed. */
  downloadPath: (feed: FeedName, part: string | null) => string;
  /** Returns the feeds whose update was interrupted by the end of the last service. Removes their uploads. */
  takeInterrupted: () => FeedName[];
  /**
   * Moves a loaded file into the store and sets its time to `lastModified` (HTTP date), if known. A whole feed
   * replaces its parts. NVD's recent changes replace their predecessor, which is kept as long as only it has changes
   * that no other file has.
   */
  store: (feed: FeedName, part: string | null, path: string, lastModified?: string | null) => void;
  /** Lists the stored files; without an argument, of all feeds. */
  list: (feed?: FeedName) => StoredFeedFile[];
  remove: (feed: FeedName) => void;
}

export function createFeedFileStore(dir: string): FeedFileStore {
  const pathOf = (name: string): string => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return join(dir, name);
  };
  const list = (feed?: FeedName): StoredFeedFile[] => {
    const files = listNames(dir).flatMap((name) => {
      const [owner = '', part] = name.split('@');
      const known = parseFeedName(owner);
      return known === null || TEMPORARY.test(name) || (feed !== undefined && known !== feed)
        ? []
        : [{ feed: known, part: part ?? null, path: join(dir, name) }];
    });
    return files.toSorted((a, b) => Number(isRecent(a)) - Number(isRecent(b)));
  };
  const remove = (feed: FeedName): void => {
    for (const { path } of list(feed)) rmSync(path, { force: true });
  };
  const removeUnneededChanges = (): void => {
    const unneeded = new Set(unneededChanges(list('nvd').map(withTime)));
    for (const { part, path } of list('nvd'))
      if (part !== null && unneeded.has(part)) rmSync(path, { force: true });
  };
  let uploads = 0;
  return {
    list,
    remove,
    downloadPath: (feed, part) => pathOf(`${fileName(feed, part)}.fetched`),
    uploadPath(feed) {
      uploads += 1;
      return pathOf(`${feed}~${uploads}.incoming`);
    },
    takeInterrupted() {
      const names = listNames(dir).filter((name) => TEMPORARY.test(name));
      for (const name of names) if (!RESUMABLE.test(name)) rmSync(join(dir, name), { force: true });
      return [...new Set(names.flatMap((name) => parseFeedName(feedPartOf(name)) ?? []))];
    },
    store(feed, part, path, lastModified) {
      if (part === null) remove(feed);
      const seconds = Date.parse(lastModified ?? '') / 1000;
      if (seconds > 0) utimesSync(path, seconds, seconds);
      const target = pathOf(fileName(feed, part));
      if (isRecent({ feed, part }) && existsSync(target))
        renameSync(target, pathOf(fileName(feed, keptPartName(statSync(target).mtimeMs))));
      renameSync(path, target);
      if (feed === 'nvd') removeUnneededChanges();
    },
  };
}

const isRecent = ({ feed, part }: Pick<StoredFeedFile, 'feed' | 'part'>): boolean =>
  feed === 'nvd' && part === RECENT_CHANGES;

/** Returns a file with the time of its last change. */
export const withTime = <T extends { path: string }>(file: T): T & { changedMs: number } => ({
  ...file,
  changedMs: statSync(file.path).mtimeMs,
});

const TEMPORARY = /\.(incoming|fetched|part|part\.json)$/;
const RESUMABLE = /\.part(\.json)?$/;
const fileName = (feed: FeedName, part: string | null): string =>
  part === null ? feed : `${feed}@${part}`;
const feedPartOf = (name: string): string => name.split(/[~@.]/)[0] ?? '';

function listNames(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return []; // nothing is stored yet
  }
}
