import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { FeedName } from '../knowledge/records.js';
import type { SerialQueue } from '../lib/serial-queue.js';
import { formatDate } from '../lib/times.js';
import { withTime, type FeedFileStore, type StoredFeedFile } from './feed-files.js';
import type { FeedReadStatements } from './feeds.statements.js';
import type { FeedRunner, ProgressBoard } from './feeds.runner.js';
import { FeedError, type JobFile } from './load/jobs.js';
import { findGap } from './nvd-files.js';

/** The `error` of a reloaded feed. Its data is as before; it counts as uploaded. */
const RELOADED_NOTICE =
  'knowledge.db was lost or corrupt; the feed was reloaded from its stored file. ' +
  'Daily updates resume after the next update';

/**
 * Returns feeds with stored files that knowledge.db has never loaded: the database was lost, or moved away as unusable.
 * A cleared feed was loaded before.
 */
export function unloadedFeeds(
  statements: Pick<FeedReadStatements, 'knownFeeds'>,
  files: Pick<FeedFileStore, 'list'>,
): FeedName[] {
  const stored = [...new Set(files.list().map(({ feed }) => feed))];
  if (stored.length === 0) return [];
  const known = new Set(statements.knownFeeds());
  return stored.filter((feed) => !known.has(feed));
}

interface ReloadDeps {
  files: Pick<FeedFileStore, 'list'>;
  runner: Pick<FeedRunner, 'reload' | 'recordAttempt'>;
  queue: Pick<SerialQueue, 'add'>;
  board: Pick<ProgressBoard, 'start' | 'finish'>;
  rematchFleet: () => Promise<unknown>;
  /** see `JobFile.merges` */
  merges: (feed: FeedName, part: string | null) => boolean;
  isClosing: () => boolean;
  log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Reloads the stored files of feeds, whole feeds before the parts that were loaded later. Hosts are re-evaluated once,
 * after all feeds: with some of them only, findings would seem to be fixed. An unreadable file becomes the `error` of
 * its feed, and the others are loaded. Never rejects; the next start retries what is missing.
 */
export async function reloadFeeds(feeds: readonly FeedName[], deps: ReloadDeps): Promise<void> {
  const { queue, board, rematchFleet, isClosing, log } = deps;
  if (feeds.length === 0) return;
  log.warn({ feeds }, 'reloading feeds missing from the vulnerability database');
  for (const feed of feeds) board.start(feed);
  try {
    await queue.add(async () => {
      for (const feed of feeds) await reloadFeed(feed, deps);
      await rematchFleet();
    });
  } catch (err) {
    if (!isClosing()) log.error({ err, feeds }, 'feed reload failed; retrying at next start');
  } finally {
    for (const feed of feeds) board.finish(feed);
  }
}

async function reloadFeed(
  feed: FeedName,
  { files, runner, merges, log }: ReloadDeps,
): Promise<void> {
  let error = RELOADED_NOTICE;
  for (const { part, path } of files.list(feed)) {
    try {
      await runner.reload(feed, await toJobFile(path, part, merges(feed, part)));
    } catch (err) {
      if (!(err instanceof FeedError)) throw err;
      const file = part === null ? 'The stored file' : `The stored file of ${part}`;
      error = `${file} could not be reloaded: ${err.message}`;
      log.warn({ feed, part, reason: err.message }, 'failed to reload a stored feed file');
    }
  }
  await runner.recordAttempt(feed, `${error}${missingChanges(feed, files.list(feed))}`);
}

/** Returns a sentence if the stored files of NVD do not have all changes; otherwise an empty text. */
function missingChanges(feed: FeedName, files: readonly StoredFeedFile[]): string {
  const gap = feed === 'nvd' ? findGap(files.map(withTime)) : null;
  return gap === null
    ? ''
    : `. Changes of NVD after ${formatDate(gap / 1000)} are missing in the stored files: update the feed`;
}

async function toJobFile(path: string, part: string | null, merges: boolean): Promise<JobFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
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
