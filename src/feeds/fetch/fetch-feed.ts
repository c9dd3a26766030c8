import type { FeedName } from '../../knowledge/records.js';
import { download, DownloadError } from '../../platform/http/download.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { JobFile } from '../load/jobs.js';
import { planDownloads, type PlannedFile } from './download-plan.js';

export interface FetchOptions {
  address: string;
  ecosystems: readonly string[];
  /** Unix seconds */
  now: number;
  /** bytes of a file */
  maxBytes: number;
  signal: AbortSignal;
  /** where a part (null: the whole feed) goes while it is fetched */
  pathOf: (part: string | null) => string;
  onProgress: (bytes: number, total: number | null) => void;
}

interface Loaded {
  part: string;
  loaded_at: number;
  address: string | null;
  etag: string | null;
  last_modified: string | null;
}

/** Fetches what is new of a feed into files; none: nothing is. Throws DownloadError, which names the address. */
export async function fetchFeed(
  knowledge: Sqlite,
  feed: FeedName,
  options: FetchOptions,
): Promise<JobFile[]> {
  const loaded = knowledge
    .prepare<[string], Loaded>(
      'SELECT part, loaded_at, address, etag, last_modified FROM feed_files WHERE feed = ?',
    )
    .all(feed);
  const fetched = loaded.filter((file) => file.address !== null);
  const plan = planDownloads(feed, {
    ...options,
    loadedAt: new Map(fetched.map((file) => [file.part, file.loaded_at])),
  });
  if (plan.length === 0) throw new DownloadError('no stored inventory needs any release of it');
  const files: JobFile[] = [];
  for (const planned of plan) {
    const file = await fetchOne(
      planned,
      fetched.find(
        ({ part, address }) => part === (planned.part ?? '') && address === planned.address,
      ),
      options,
    );
    if (file) files.push(file);
  }
  return files;
}

async function fetchOne(
  { address, part, merges, optional }: PlannedFile,
  known: Loaded | undefined,
  { maxBytes: limit, signal, pathOf: place, onProgress: told }: FetchOptions,
): Promise<JobFile | null> {
  const path = place(part);
  try {
    const result = await download(address, {
      file: path,
      maxBytes: limit,
      signal,
      onProgress: told,
      known: known ? { etag: known.etag, lastModified: known.last_modified } : null,
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
