import type { FeedName } from '../../knowledge/records.js';
import { DownloadError } from '../../platform/http/download-error.js';
import type { LoadedFileRow } from '../feeds.statements.js';
import type { JobFile } from '../load/jobs.js';
import { FeedError } from '../load/jobs.js';
import { planDownloads, type PlannedFile } from './download-plan.js';
import { createFileFetcher, type FileFetchOptions } from './fetch-file.js';

export interface FetchOptions extends FileFetchOptions {
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** Loads a file as soon as it is complete. FeedError: it is unusable. */
  onFile: (file: JobFile) => Promise<void>;
}

/** The result of an update. `planned`: the number of files that were to be fetched. */
export interface FetchOutcome {
  planned: number;
  loaded: number;
  failures: FileFailure[];
}

/** A file that could not be fetched or loaded. `retryAfterMs`: the wait that its publisher asks for; null: none. */
export interface FileFailure {
  path: string;
  message: string;
  /** true: it has lost most of its records */
  isIncomplete: boolean;
  retryAfterMs: number | null;
}

/** Files that are fetched or loaded at a time: one is loaded while the next is fetched. */
const MAX_FILES = 2;

/**
 * Fetches the new files of a feed and loads each of them on its own. A file that fails does not stop the others.
 * Throws DownloadError if there is nothing to fetch, and what `onFile` throws except FeedError.
 * @param known the files that the feed was loaded from
 */
export async function fetchFeed(
  feed: FeedName,
  known: readonly LoadedFileRow[],
  options: FetchOptions,
): Promise<FetchOutcome> {
  const fetched = known.filter(({ address }) => address !== null);
  const loadedAt = new Map(fetched.map((file) => [file.part, file.loaded_at]));
  const plan = planDownloads(feed, { ...options, loadedAt });
  if (plan.length === 0)
    throw new DownloadError('no stored inventory needs a release of this feed');
  const fetchFile = createFileFetcher(fetched, options);
  const outcome: FetchOutcome = { planned: plan.length, loaded: 0, failures: [] };
  const failed = new Set<string | null>();

  async function bring(planned: PlannedFile): Promise<void> {
    try {
      const file = await fetchFile(planned);
      if (file === null) return;
      await options.onFile(file);
      outcome.loaded += 1;
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof DownloadError) && !(error instanceof FeedError)) throw error;
      failed.add(planned.part);
      const retryAfterMs = error instanceof DownloadError ? error.retryAfterMs : null;
      const isIncomplete = error instanceof FeedError && error.code === 'incomplete';
      outcome.failures.push({
        path: planned.path,
        message: error.message,
        isIncomplete,
        retryAfterMs,
      });
    }
  }

  await inLanes(
    plan.filter(({ after }) => after === undefined),
    bring,
  );
  for (const planned of plan)
    if (planned.after !== undefined && !planned.after.some((part) => failed.has(part)))
      await bring(planned);
  return outcome;
}

/** Runs work on items in their order, two at a time. Rejects with the first failure when both have ended. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  let isFailed = false;
  const lane = async (): Promise<void> => {
    for (const item of rest) {
      if (isFailed) return;
      try {
        await work(item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: MAX_FILES }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
}
