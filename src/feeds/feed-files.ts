import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedName } from '../knowledge/records.js';
import { parseFeedName } from './feeds.catalog.js';

/** A part of a feed as it may be named: it becomes part of a file's name. */
export const PART_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A file that a feed was read from. `part` null: it is the whole feed, before the parts that came alone later. */
export interface StoredFeedFile {
  feed: FeedName;
  part: string | null;
  path: string;
}

/** The folder in which the publishers' files are kept as they came, so that they can be exported, and the knowledge made anew. */
export interface FeedFileStore {
  /** a place for what is on its way in; `isLeft` tells after a crash that it was */
  uploadPath(feed: FeedName): string;
  /** a place for what is fetched; what came of it stays there when the service ends, to be gone on with */
  downloadPath(feed: FeedName, part: string | null): string;
  /** feeds of which something was on its way in when the last service ended; what was sent is thrown away */
  takeInterrupted(): FeedName[];
  /** puts a file that is in force in its place, with the time it was changed (HTTP date) where that is told; a whole feed replaces its parts */
  store(feed: FeedName, part: string | null, incoming: string, lastModified?: string | null): void;
  list(feed?: FeedName): StoredFeedFile[];
  remove(feed: FeedName): void;
}

export function createFeedFileStore(dir: string): FeedFileStore {
  const made = (): string => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  };
  const kept = (feed?: FeedName): StoredFeedFile[] =>
    namesIn(dir).flatMap((name) => {
      const [owner = '', part] = name.split('@');
      const known = parseFeedName(owner);
      return known === null || ON_ITS_WAY.test(name) || (feed !== undefined && known !== feed)
        ? []
        : [{ feed: known, part: part ?? null, path: join(dir, name) }];
    });
  const remove = (feed: FeedName): void => {
    for (const { path } of kept(feed)) rmSync(path, { force: true });
  };
  let count = 0;
  return {
    list: kept,
    remove,
    downloadPath: (feed, part) => join(made(), `${nameOf(feed, part)}.fetched`),
    uploadPath: (feed) => join(made(), `${feed}~${++count}.incoming`),
    takeInterrupted() {
      const left = namesIn(dir).filter((name) => ON_ITS_WAY.test(name));
      for (const name of left.filter((n) => !/\.part(\.json)?$/.test(n)))
        rmSync(join(dir, name), { force: true });
      return [
        ...new Set(left.flatMap((name) => parseFeedName(name.split(/[~@.]/)[0] ?? '') ?? [])),
      ];
    },
    store(feed, part, incoming, lastModified) {
      if (part === null) remove(feed);
      const time = Date.parse(lastModified ?? '') / 1000;
      if (time > 0) utimesSync(incoming, time, time);
      renameSync(incoming, join(made(), nameOf(feed, part)));
    },
  };
}

const ON_ITS_WAY = /\.(incoming|fetched|part|part\.json)$/;
const nameOf = (feed: FeedName, part: string | null): string =>
  part === null ? feed : `${feed}@${part}`;

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return []; // nothing came in yet
  }
}
