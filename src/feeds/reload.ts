import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import type { FeedFileStore } from './feed-files.js';
import type { FeedRunner } from './feeds.runner.js';
import { FeedError, type JobFile } from './load/jobs.js';
import type { ProgressBoard } from './progress.js';
import type { Queue } from './queue.js';

/** What stands as `error` at a feed that was loaded again: it is as it was, but for where it came from. */
export const RELOADED_NOTICE =
  'knowledge.db was lost or damaged; this was loaded again from the file that was kept. It is not fetched every day any more until it is updated once';
/** The same while it was not: the data folder is looked at by a command, and no service has run on it since. */
export const NOT_LOADED_NOTICE =
  'knowledge.db was lost or damaged; the file that is kept is loaded again when the service runs (hostwarden serve), or by feed import';

/** Feeds whose files are kept, while the knowledge has never heard of them: it was lost, or set aside. (One that was emptied it has heard of.) */
export function unloadedFeeds(
  { sqlite }: Pick<Knowledge, 'sqlite'>,
  folder: Pick<FeedFileStore, 'list'>,
): FeedName[] {
  const kept = [...new Set(folder.list().map(({ feed }) => feed))];
  if (kept.length === 0) return [];
  const known = new Set(
    sqlite.prepare<[], string>('SELECT DISTINCT feed FROM generations').pluck().all(),
  );
  return kept.filter((feed) => !known.has(feed));
}

interface Parts {
  files: Pick<FeedFileStore, 'list'>;
  runner: Pick<FeedRunner, 'reload' | 'recordAttempt'>;
  queue: Pick<Queue, 'add'>;
  board: Pick<ProgressBoard, 'start' | 'finish'>;
  rematchFleet: () => Promise<unknown>;
  merges: (feed: FeedName, part: string | null) => boolean;
  isEnding: () => boolean;
  log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Loads again what the folder keeps of these feeds, whole feeds before the parts that came later; the fleet is judged once, when all are in force, for by some of them alone findings would
 * seem mended. A file that can't be read is told at its feed, and the others go on. Throws nothing: what was not done the next start begins with.
 */
export async function reloadFeeds(feeds: readonly FeedName[], parts: Parts): Promise<void> {
  const { queue, board, rematchFleet, isEnding, log } = parts;
  if (feeds.length === 0) return;
  log.warn(
    { feeds },
    'these feeds are not in the knowledge, but their files are kept: they are loaded again',
  );
  for (const feed of feeds) board.start(feed);
  try {
    await queue.add(async () => {
      for (const feed of feeds) await loadOne(feed, parts);
      await rematchFleet();
    });
  } catch (err) {
    if (!isEnding())
      log.error({ err, feeds }, 'feeds could not be loaded again; the next start tries once more');
  } finally {
    for (const feed of feeds) board.finish(feed);
  }
}

async function loadOne(feed: FeedName, { files, runner, merges, log }: Parts): Promise<void> {
  let error = RELOADED_NOTICE;
  for (const { part, path } of files.list(feed)) {
    try {
      await runner.reload(feed, await jobFile(path, part, merges(feed, part)));
    } catch (err) {
      if (!(err instanceof FeedError)) throw err;
      error = `The kept file${part === null ? '' : ` of ${part}`} could not be loaded again: ${err.message}`;
      log.warn(
        { feed, part, reason: err.message },
        'the kept file of a feed could not be loaded again',
      );
    }
  }
  await runner.recordAttempt(feed, error);
}

async function jobFile(path: string, part: string | null, merges: boolean): Promise<JobFile> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return {
    path,
    part,
    merges,
    sha256: hash.digest('hex'),
    address: null,
    etag: null,
    lastModified: statSync(path).mtime.toUTCString(),
  };
}
