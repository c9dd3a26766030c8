import { SECONDS_PER_DAY } from '../../lib/times.js';
import { rmSync } from 'node:fs';
import type { Logger } from 'pino';
import type { FeedName } from '../../knowledge/records.js';
import type { SerialQueue } from '../../lib/serial-queue.js';
import { DownloadError } from '../../platform/http/download-error.js';
import type { DownloadPace } from '../../platform/http/download.js';
import type { ProxySettings } from '../../platform/http/proxy.js';
import type { Clock } from '../../platform/clock.js';
import type { FeedFileStore } from '../feed-files.js';
import type { FeedRunner, ProgressBoard } from '../feeds.runner.js';
import type { FeedReadStatements } from '../feeds.statements.js';
import { feedFailureText, type JobFile } from '../load/jobs.js';
import type { MatchedSubjects } from '../usage.statements.js';
import type { DownloadSlots } from './download-slots.js';
import { fetchFeed, type FetchOutcome, type FileFailure } from './fetch-feed.js';

export interface UpdateDeps {
  statements: Pick<FeedReadStatements, 'files'>;
  files: Pick<FeedFileStore, 'downloadPath'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn'>;
  /** limit of a feed file */
  maxBytes: number;
  /** Returns the URLs of a feed, or of the folders of its files, in the order in which they are asked. */
  addressesOf: (feed: FeedName) => readonly string[];
  matchedSubjects: () => MatchedSubjects;
  proxies: ProxySettings;
  /** when downloads run; the slots come from `slots` */
  pace: Omit<DownloadPace, 'slot'>;
  runner: Pick<FeedRunner, 'load' | 'recordAttempt' | 'recordStart'>;
  board: Pick<ProgressBoard, 'update'>;
  slots: DownloadSlots;
  queue: Pick<SerialQueue, 'add'>;
  signal: AbortSignal;
}

/** A failed file is tried again after 15 to 45 minutes: within the hour, and not at the same moment everywhere. */
const MIN_RETRY_SECONDS = 900;
const RETRY_SPREAD_SECONDS = 1800;
/** A list that shrank is asked for once a day: the publisher must have written another one. */
const INCOMPLETE_RETRY_MS = SECONDS_PER_DAY * 1000;

/**
 * Fetches the new files of a feed. Each is loaded when it is complete, and stays loaded when another one fails. The
 * failed ones become the `error` of the feed, with the time of the next attempt. Rejects for a failure that is not of
 * the publisher or its file.
 */
export async function updateFeed(feed: FeedName, deps: UpdateDeps): Promise<void> {
  const { queue, runner, pace, clock, log } = deps;
  const nextRetry = (waitMs = 0): number =>
    clock.now() +
    Math.max(
      Math.ceil(waitMs / 1000),
      MIN_RETRY_SECONDS + Math.round(RETRY_SPREAD_SECONDS * pace.random()),
    );
  const record = (error: string | null, retryAt: number | null): Promise<void> =>
    queue.add(() => runner.recordAttempt(feed, error, retryAt));

  await queue.add(() => runner.recordStart(feed, nextRetry()));
  try {
    const outcome = await fetchFiles(feed, deps, nextRetry);
    if (outcome.failures.length === 0) return await record(null, null);
    const error = failureText(outcome, deps.addressesOf(feed)[0] ?? '');
    log.warn({ feed, reason: error }, 'feed update failed');
    await record(error, nextRetry(retryWait(outcome.failures)));
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!(error instanceof DownloadError)) {
      await record(feedFailureText(error), nextRetry());
      throw error;
    }
    log.warn({ feed, reason: error.message }, 'feed update failed');
    await record(error.message, null);
  }
}

/** Returns the wait before the failed files are fetched again, in ms; 0: the usual one. */
function retryWait(failures: readonly FileFailure[]): number {
  if (failures.every(({ isIncomplete }) => isIncomplete)) return INCOMPLETE_RETRY_MS;
  return Math.max(...failures.map(({ retryAfterMs }) => retryAfterMs ?? 0));
}

function fetchFiles(
  feed: FeedName,
  deps: UpdateDeps,
  nextRetry: () => number,
): Promise<FetchOutcome> {
  const { statements, files, clock, board, queue, runner, slots, pace } = deps;
  const fetched = createFetchProgress((bytes, total) => board.update(feed, { bytes, total }));
  const load = async (file: JobFile): Promise<void> => {
    try {
      await queue.add(() => runner.load(feed, [file], nextRetry()));
    } finally {
      rmSync(file.path, { force: true });
      board.update(feed, { step: 'fetching', records: 0 });
    }
  };
  return fetchFeed(feed, statements.files(feed), {
    addresses: deps.addressesOf(feed),
    ecosystems: deps.matchedSubjects().ecosystems,
    now: clock.now(),
    maxBytes: deps.maxBytes,
    proxies: deps.proxies,
    signal: deps.signal,
    pace: {
      ...pace,
      slot: (attempt) =>
        slots(feed, () => {
          deps.signal.throwIfAborted();
          board.update(feed, { step: 'fetching' });
          return attempt();
        }),
    },
    pathOf: (part) => files.downloadPath(feed, part),
    onProgress: fetched,
    onFile: load,
  });
}

/** Adds up the progress of several files. The total is null while that of one of them is unknown. */
function createFetchProgress(
  onUpdate: (bytes: number, total: number | null) => void,
): (part: string | null, bytes: number, total: number | null) => void {
  const files = new Map<string | null, { bytes: number; total: number | null }>();
  return (part, bytes, total) => {
    files.set(part, { bytes, total });
    const all = [...files.values()];
    onUpdate(
      all.reduce((sum, file) => sum + file.bytes, 0),
      all.reduce<number | null>(
        (sum, file) => (sum === null || file.total === null ? null : sum + file.total),
        0,
      ),
    );
  };
}

const MAX_NAMED = 5;

/** Returns which files failed and why: `2 of 26 files of https://… could not be loaded: …`. */
function failureText({ failures, planned }: FetchOutcome, address: string): string {
  const [first, ...others] = failures;
  if (first === undefined || planned === 1) return first?.message ?? '';
  const named = failures.slice(0, MAX_NAMED).map((failure) => nameOf(failure, address));
  const more = others.length >= MAX_NAMED ? `; and ${failures.length - MAX_NAMED} more` : '';
  const count = `${failures.length} of ${planned} files of ${address} could not be loaded`;
  return `${count}: ${named.join('; ')}${more}`;
}

/** The address is named once, before the files. */
const nameOf = ({ path, message }: FileFailure, address: string): string =>
  message.startsWith(`${address}${path} could not be fetched: `)
    ? `${path}: ${message.slice(`${address}${path} could not be fetched: `.length)}`
    : `${path}: ${message}`;
