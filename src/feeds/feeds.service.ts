import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../errors.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import { createSerialQueue } from '../lib/serial-queue.js';
import { DownloadError } from '../platform/http/download.js';
import type { FeedEvents } from './feed-events.js';
import type { FeedFileStore } from './feed-files.js';
import { createFeedPresenter } from './feeds.presenter.js';
import {
  createProgressBoard,
  createRunner,
  type FeedRunner,
  type ProgressBoard,
  type RunnerDeps,
} from './feeds.runner.js';
import type { FeedResponse, RejectedRecordResponse } from './feeds.schemas.js';
import type { FeedReadStatements } from './feeds.statements.js';
import { fetchFeed } from './fetch/fetch-feed.js';
import { requiredFeeds } from './fetch/required-feeds.js';
import { FeedError, type JobFile } from './load/jobs.js';
import { hasChangesOnly } from './nvd-files.js';
import { reloadFeeds, unloadedFeeds } from './reload.js';
import { saveUpload } from './upload.js';
import type { MatchedSubjects } from './usage.statements.js';

export interface FeedsDeps extends RunnerDeps {
  knowledge: Pick<Knowledge, 'file' | 'snapshot'>;
  statements: FeedReadStatements;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  files: FeedFileStore;
  events: FeedEvents;
  /** limit of a feed file */
  maxBytes: number;
  /** Returns the URL of a feed, or of the folder of its files. */
  addressOf: (feed: FeedName) => string;
  matchedSubjects: () => MatchedSubjects;
  /** FEED_STALE_DAYS */
  staleDays: number;
}

export interface Feeds {
  view: (name: FeedName) => FeedResponse;
  views: (names: readonly FeedName[]) => FeedResponse[];
  /**
   * Returns a page of the stored rejected records, in the order of the files, and their number. At most 1,000 are
   * stored for each file.
   */
  rejected: (
    name: FeedName,
    page: { limit: number; offset: number },
  ) => { items: RejectedRecordResponse[]; listed: number };
  /**
   * Loads a file of the publisher; resolves when all hosts have been re-evaluated. Throws AppError; then the previous
   * data stays active.
   * @param part null: the whole feed
   */
  importFile: (
    name: FeedName,
    body: Readable,
    part: string | null,
    lastModified?: string | null,
  ) => Promise<FeedResponse>;
  /** Fetches new data and loads it. A failure becomes the `error` of the feed. */
  update: (name: FeedName) => Promise<void>;
  clear: (name: FeedName) => Promise<void>;
  /**
   * Records updates that the end of the last service interrupted, and starts to reload feeds that were lost with
   * knowledge.db.
   */
  start: () => Promise<void>;
  /** Ends the running update; nothing of it becomes active. */
  close: () => Promise<void>;
}

const CODES: Readonly<Record<FeedError['code'], ErrorCode>> = {
  unsupported_format: 'unsupported_format',
  truncated: 'feed_damaged',
  malformed: 'feed_damaged',
  too_large: 'feed_too_large',
  not_understood: 'feed_not_understood',
};

const INTERRUPTED = 'The service ended during the update; the previous data stays active';

export function createFeeds(deps: FeedsDeps): Feeds {
  const { statements, files } = deps;
  const closing = new AbortController();
  const queue = createSerialQueue();
  const board = createProgressBoard(deps.events.progress);
  const runner = createRunner(deps, board);
  const present = createFeedPresenter({
    statements,
    now: () => deps.clock.now(),
    progressOf: board.get,
    addressOf: deps.addressOf,
    requiredFeeds: () => requiredFeeds(deps.matchedSubjects()),
    unloadedFeeds: () => unloadedFeeds(statements, files),
    staleDays: deps.staleDays,
  });
  const view = (feed: FeedName): FeedResponse => present([feed])[0] as FeedResponse;

  /** Runs work after the queued work before it; until then the feed is waiting. */
  function enqueue<T>(feed: FeedName, work: () => Promise<T>): Promise<T> {
    board.start(feed);
    const afterResponse = async (): Promise<T> => {
      await Promise.resolve(); // the response to the request still shows that it is waiting
      return deps.events.around(feed, work, () => statements.find(feed)?.error ?? null);
    };
    return queue.add(afterResponse).finally(() => board.finish(feed));
  }

  return {
    view,
    views: present,
    rejected: (feed, { limit, offset }) =>
      deps.knowledge.snapshot(() => ({
        items: statements.rejected(feed, limit, offset),
        listed: statements.countRejected(feed),
      })),
    importFile: (feed, body, part, lastModified = null) =>
      withUpload(deps, feed, body, async (upload) => {
        const file: JobFile = { ...upload, part, merges: merges(feed, part), lastModified };
        await enqueue(feed, () => runner.load(feed, [file]));
        return view(feed);
      }),
    update: (feed) =>
      enqueue(feed, () => fetchAndLoad(deps, feed, { runner, board, signal: closing.signal })),
    clear: (feed) => enqueue(feed, () => runner.clear(feed)),
    async start() {
      for (const feed of files.takeInterrupted()) {
        await queue.add(() => runner.recordAttempt(feed, INTERRUPTED));
        await deps.events.failed(feed, INTERRUPTED);
      }
      const isClosing = (): boolean => closing.signal.aborted;
      const unloaded = unloadedFeeds(statements, files);
      void reloadFeeds(unloaded, { ...deps, runner, queue, board, merges, isClosing });
    },
    async close() {
      closing.abort();
      queue.close(new AppError('shutting_down', 'The service is shutting down'));
      await runner.stop();
      await queue.idle();
    },
  };
}

type UploadedFile = Pick<JobFile, 'path' | 'sha256' | 'address' | 'etag'>;

/** Saves an upload, and removes it after the work unless it was stored. Throws AppError. */
async function withUpload<T>(
  { files, maxBytes }: FeedsDeps,
  feed: FeedName,
  body: Readable,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const path = files.uploadPath(feed);
  try {
    const sha256 = await saveUpload(body, path, maxBytes);
    return await work({ path, sha256, address: null, etag: null });
  } catch (error) {
    throw error instanceof FeedError ? new AppError(CODES[error.code], error.message) : error;
  } finally {
    rmSync(path, { force: true });
  }
}

interface UpdateDeps {
  runner: FeedRunner;
  board: ProgressBoard;
  signal: AbortSignal;
}

/** Fetches and loads new data. A failed download, or an unusable file, becomes the `error` of the feed. */
async function fetchAndLoad(
  deps: FeedsDeps,
  feed: FeedName,
  { runner, board, signal }: UpdateDeps,
): Promise<void> {
  board.update(feed, { step: 'fetching' });
  let fetched: JobFile[] = [];
  try {
    fetched = await fetchFeed(feed, deps.statements.files(feed), {
      address: deps.addressOf(feed),
      ecosystems: deps.matchedSubjects().ecosystems,
      now: deps.clock.now(),
      maxBytes: deps.maxBytes,
      signal,
      pathOf: (part) => deps.files.downloadPath(feed, part),
      onProgress: (bytes, total) => board.update(feed, { bytes, total }),
    });
    if (fetched.length > 0) await runner.load(feed, fetched);
    else await runner.recordAttempt(feed, null);
  } catch (error) {
    if (error instanceof DownloadError) await runner.recordAttempt(feed, error.message);
    else if (!(error instanceof FeedError)) throw error;
    deps.log.warn({ feed, reason: error.message }, 'feed update failed');
  } finally {
    for (const { path } of fetched) rmSync(path, { force: true });
  }
}

/** NVD's `modified` files have the changes of eight days only. */
const merges = (feed: FeedName, part: string | null): boolean =>
  feed === 'nvd' && hasChangesOnly(part);
