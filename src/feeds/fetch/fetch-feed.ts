import type { FeedName } from '../../knowledge/records.js';
import { download, DownloadError } from '../../platform/http/download.js';
import type { LoadedFileRow } from '../feeds.statements.js';
import type { JobFile } from '../load/jobs.js';
import { planDownloads, type PlannedFile } from './download-plan.js';

export interface FetchOptions {
  /** URL of the feed, or of the folder of its files */
  address: string;
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** limit of one file */
  maxBytes: number;
  signal: AbortSignal;
  /** Returns the path to download a part to; null: the whole feed. */
  pathOf: (part: string | null) => string;
  onProgress: (bytes: number, total: number | null) => void;
}

/**
 * Downloads the new files of a feed; an empty result: nothing is new. Throws DownloadError, whose message has the URL.
 * @param loaded the files that the feed was loaded from
 */
export async function fetchFeed(
  feed: FeedName,
  loaded: readonly LoadedFileRow[],
  options: FetchOptions,
): Promise<JobFile[]> {
  const fetched = loaded.filter(({ address }) => address !== null);
  const plan = planDownloads(feed, {
    ...options,
    loadedAt: new Map(fetched.map((file) => [file.part, file.loaded_at])),
  });
  if (plan.length === 0)
    throw new DownloadError('no stored inventory needs a release of this feed');
  const files: JobFile[] = [];
  for (const planned of plan) {
    const known = fetched.find(
      ({ part, address }) => part === (planned.part ?? '') && address === planned.address,
    );
    const file = await fetchFile(planned, known, options);
    if (file) files.push(file);
  }
  return files;
}

/** Returns null if the file is unchanged, or does not exist and is optional. */
async function fetchFile(
  { address, part, merges, optional, isRenewed = false }: PlannedFile,
  known: LoadedFileRow | undefined,
  { maxBytes, signal, pathOf, onProgress }: FetchOptions,
): Promise<JobFile | null> {
  const path = pathOf(part);
  try {
    const result = await download(address, {
      file: path,
      maxBytes,
      signal,
      onProgress,
      known: known && !isRenewed ? { etag: known.etag, lastModified: known.last_modified } : null,
    });
    if (result.kind === 'unchanged') return null;
    return {
      path,
      part,
      ...(merges && { merges }),
      sha256: result.sha256,
      address,
      etag: result.etag,
      lastModified: result.lastModified,
    };
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    if (optional && error.status === 404) return null;
    throw new DownloadError(`${address} could not be fetched: ${error.message}`, error.status);
  }
}
