import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../errors.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../platform/clock.js';
import { DownloadError } from '../platform/http/download.js';
import type { FeedFileStore } from './feed-files.js';
import { createRunner } from './feeds.runner.js';
import { feedReader, type FeedResponse } from './feeds.queries.js';
import { fetchFeed } from './fetch/fetch-feed.js';
import { requiredFeeds } from './fetch/required-feeds.js';
import { saveUpload } from './upload.js';
import { reloadFeeds, unloadedFeeds } from './reload.js';
import { FeedError, type JobFile } from './load/jobs.js';
import { createProgressBoard } from './progress.js';
import { createQueue } from './queue.js';

export interface FeedsDeps {
  knowledge: Knowledge;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  files: FeedFileStore;
  /** bytes that a feed's file may have */
  maxBytes: number;
  addressOf: (feed: FeedName) => string;
  /** what stored inventories and scans are judged by */
  matchedSubjects: () => { ecosystems: readonly string[]; hasServices: boolean };
  /** the oldest generation that anything still asks for */
  retainFrom: () => number;
  /** judges the fleet by the newest knowledge; resolves when its findings are in force */
  rematchFleet: () => Promise<unknown>;
}

export interface Feeds {
  view: (name: FeedName) => FeedResponse;
  views: (names: readonly FeedName[]) => FeedResponse[];
  /** puts the publisher's file in force: resolves when the fleet was judged by it. Throws AppError, and nothing changed then. */
  importFile(
    name: FeedName,
    body: Readable,
    part: string | null,
    lastModified?: string | null,
  ): Promise<FeedResponse>;
  /** fetches what is new and puts it in force; how it ended stands in the feed's `error` */
  update(name: FeedName): Promise<void>;
  clear(name: FeedName): Promise<void>;
  /** notes what the end of the last service cut off, and begins to load again what was lost with knowledge.db */
  start(): Promise<void>;
  /** ends what is under way; nothing of it comes in force */
  close(): Promise<void>;
}

const CODES: Readonly<Record<FeedError['code'], ErrorCode>> = {
  unsupported_format: 'unsupported_format',
  truncated: 'feed_damaged',
  malformed: 'feed_damaged',
  too_large: 'feed_too_large',
  not_understood: 'feed_not_understood',
};

const CUT_OFF = 'The service ended during the update; what was in force before still is';

export function createFeeds(parts: FeedsDeps): Feeds {
  const { knowledge, clock, files: folder, log } = parts;
  const queue = createQueue();
  const board = createProgressBoard();
  const runner = createRunner(parts, board);
  const ending = new AbortController();
  const views = feedReader(knowledge, {
    now: () => clock.now(),
    progressOf: board.get,
    addressOf: parts.addressOf,
    needed: () => requiredFeeds(parts.matchedSubjects()),
    lost: () => unloadedFeeds(knowledge, folder),
  });

  const view = (feed: FeedName): FeedResponse => views([feed])[0] as FeedResponse;

  const inTurn = <T>(feed: FeedName, work: () => Promise<T>): Promise<T> => {
    board.start(feed);
    return queue.add(work).finally(() => board.finish(feed));
  };

  async function fetchAndLoad(feed: FeedName): Promise<void> {
    board.update(feed, { step: 'fetching' });
    let files: JobFile[] = [];
    try {
      files = await fetchFeed(knowledge.sqlite, feed, {
        address: parts.addressOf(feed),
        ecosystems: parts.matchedSubjects().ecosystems,
        now: clock.now(),
        maxBytes: parts.maxBytes,
        signal: ending.signal,
        pathOf: (part) => folder.downloadPath(feed, part),
        onProgress: (bytes, total) => board.update(feed, { bytes, total }),
      });
      await (files.length > 0 ? runner.load(feed, files) : runner.recordAttempt(feed, null));
    } catch (error) {
      if (error instanceof DownloadError) await runner.recordAttempt(feed, error.message);
      if (!(error instanceof DownloadError || error instanceof FeedError)) throw error;
      log.warn({ feed, reason: error.message }, 'feed could not be updated');
    } finally {
      for (const { path } of files) rmSync(path, { force: true });
    }
  }

  return {
    view,
    views,
    async importFile(feed, body, part, lastModified = null) {
      const path = folder.uploadPath(feed);
      try {
        const sha256 = await saveUpload(body, path, parts.maxBytes);
        await inTurn(feed, () =>
          runner.load(feed, [
            {
              path,
              part,
              sha256,
              merges: merges(feed, part),
              address: null,
              etag: null,
              lastModified,
            },
          ]),
        );
        return view(feed);
      } catch (error) {
        throw error instanceof FeedError ? new AppError(CODES[error.code], error.message) : error;
      } finally {
        rmSync(path, { force: true });
      }
    },
    update: (feed) => inTurn(feed, () => fetchAndLoad(feed)),
    clear: (feed) => inTurn(feed, () => runner.clear(feed)),
    async start() {
      for (const feed of folder.takeInterrupted())
        await queue.add(() => runner.recordAttempt(feed, CUT_OFF));
      void reloadFeeds(unloadedFeeds(knowledge, folder), {
        ...parts,
        runner,
        queue,
        board,
        merges,
        isEnding: () => ending.signal.aborted,
      });
    },
    async close() {
      ending.abort();
      queue.close();
      await runner.stop();
      await queue.idle();
    },
  };
}

/** NVD's `modified` file holds what changed in the last eight days, and nothing else. */
const merges = (feed: FeedName, part: string | null): boolean =>
  feed === 'nvd' && part === 'modified';
