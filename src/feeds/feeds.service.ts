import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../errors.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import { createSerialQueue, type SerialQueue } from '../lib/serial-queue.js';
import type { DownloadPace } from '../platform/http/download.js';
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
import { createDownloadSlots } from './fetch/download-slots.js';
import { requiredFeeds } from './fetch/required-feeds.js';
import { updateFeed, type UpdateDeps } from './fetch/update-feed.js';
import { createFeedUpdates } from './fetch/feed-updates.js';
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
  /** Returns the URLs of a feed, or of the folders of its files, in the order in which they are asked. */
  addressesOf: UpdateDeps['addressesOf'];
  proxies: UpdateDeps['proxies'];
  pace: Omit<DownloadPace, 'slot'>;
  /** false: feeds are fetched on request only */
  isRefreshed: boolean;
  matchedSubjects: () => MatchedSubjects;
  /** FEED_STALE_DAYS */
  staleDays: number;
}

/** `lastModified`: HTTP date, as reported by the sender. `force`: see `JobFile`. */
interface ImportOptions {
  lastModified?: string | null;
  force?: boolean;
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
    options?: ImportOptions,
  ) => Promise<FeedResponse>;
  /** Fetches new data and loads it, or joins the running update. A failure becomes the `error` of the feed. */
  update: (name: FeedName) => Promise<void>;
  /** Clears a feed; a running update of it ends first, as before the import of a whole feed. */
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
  incomplete: 'feed_damaged',
};

const INTERRUPTED = 'The service ended during the update; the previous data stays active';

export function createFeeds(deps: FeedsDeps): Feeds {
  const { statements, files } = deps;
  let isClosing = false;
  const queue = createSerialQueue();
  const board = createProgressBoard(deps.events.progress);
  const runner = createRunner(deps, board);
  const present = createFeedPresenter({
    statements,
    now: () => deps.clock.now(),
    progressOf: board.get,
    addressOf: (feed) => deps.addressesOf(feed)[0] ?? '',
    isRefreshed: deps.isRefreshed,
    requiredFeeds: () => requiredFeeds(deps.matchedSubjects()),
    unloadedFeeds: () => unloadedFeeds(statements, files),
    staleDays: deps.staleDays,
  });
  const view = (feed: FeedName): FeedResponse => present([feed])[0] as FeedResponse;

  const { enqueue, updates } = createChanges(deps, { queue, board, runner });

  return {
    view,
    views: present,
    rejected: (feed, { limit, offset }) =>
      deps.knowledge.snapshot(() => ({
        items: statements.rejected(feed, limit, offset),
        listed: statements.countRejected(feed),
      })),
    importFile: (feed, body, part, { lastModified = null, force = false } = {}) =>
      withUpload(deps, feed, body, async (upload) => {
        const file = { ...upload, part, merges: merges(feed, part), lastModified, force };
        if (part === null) await updates.end(feed);
        await enqueue(feed, () => runner.load(feed, [file]));
        return view(feed);
      }),
    update: updates.run,
    async clear(feed) {
      await updates.end(feed);
      await enqueue(feed, () => runner.clear(feed));
    },
    async start() {
      await reportInterrupted(deps, { queue, runner });
      const unloaded = unloadedFeeds(statements, files);
      void reloadFeeds(unloaded, {
        ...deps,
        runner,
        queue,
        board,
        merges,
        isClosing: () => isClosing,
      });
    },
    async close() {
      isClosing = true;
      queue.close(new AppError('shutting_down', 'The service is shutting down'));
      const ended = updates.close();
      await runner.stop();
      await ended;
      await queue.idle();
    },
  };
}

interface ChangeParts {
  queue: SerialQueue;
  board: ProgressBoard;
  runner: FeedRunner;
}

/** Creates what changes feeds: work that waits in the queue, and updates, whose files wait there one by one. */
function createChanges(deps: FeedsDeps, { queue, board, runner }: ChangeParts) {
  /** Shows the progress of work; the first state is waiting. */
  function track<T>(feed: FeedName, work: () => Promise<T>): Promise<T> {
    board.start(feed);
    return work().finally(() => board.finish(feed));
  }
  async function withEvents<T>(feed: FeedName, work: () => Promise<T>): Promise<T> {
    await Promise.resolve(); // the response to the request still shows that it is waiting
    return deps.events.around(feed, work, () => deps.statements.find(feed)?.error ?? null);
  }
  const enqueue = <T>(feed: FeedName, work: () => Promise<T>): Promise<T> =>
    track(feed, () => queue.add(() => withEvents(feed, work)));
  const slots = createDownloadSlots();
  const updates = createFeedUpdates((feed, signal) =>
    track(feed, () =>
      withEvents(feed, () => updateFeed(feed, { ...deps, runner, board, queue, slots, signal })),
    ),
  );
  return { enqueue, updates };
}

/** Records the updates that the end of the last service interrupted. */
async function reportInterrupted(
  { statements, files, events }: FeedsDeps,
  { queue, runner }: Pick<ChangeParts, 'queue' | 'runner'>,
): Promise<void> {
  for (const feed of files.takeInterrupted()) {
    // A part of a file that failed is left as well: its error says more.
    if ((statements.find(feed)?.error ?? null) !== null) continue;
    await queue.add(() => runner.recordAttempt(feed, INTERRUPTED));
    await events.failed(feed, INTERRUPTED);
  }
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

/** NVD's `modified` files have the changes of eight days only. */
const merges = (feed: FeedName, part: string | null): boolean =>
  feed === 'nvd' && hasChangesOnly(part);
