import { download, type DownloadPace } from '../../platform/http/download.js';
import { DownloadError } from '../../platform/http/download-error.js';
import type { ProxySettings } from '../../platform/http/proxy.js';
import type { LoadedFileRow } from '../feeds.statements.js';
import type { JobFile } from '../load/jobs.js';
import type { PlannedFile } from './download-plan.js';

export interface FileFetchOptions {
  /** URLs of the feed, or of the folders of its files: the next one is asked where one fails */
  addresses: readonly string[];
  proxies: ProxySettings;
  /** limit of one file */
  maxBytes: number;
  signal: AbortSignal;
  pace: DownloadPace;
  /** Returns the path to download a part to; null: the whole feed. */
  pathOf: (part: string | null) => string;
  onProgress: (part: string | null, bytes: number, total: number | null) => void;
}

/** Refusals in a row after which a publisher that limits the rate is asked for no other file. */
const MAX_REFUSALS = 3;

/**
 * Creates the function that fetches a planned file from the first address that has it. It returns null if the file is
 * unchanged, or does not exist and is optional. It throws DownloadError, whose message has the URL. An address that
 * cannot be reached, or limits the rate, is asked once: then its other files fail at once.
 * @param fetched the files that were fetched before
 */
export function createFileFetcher(
  fetched: readonly LoadedFileRow[],
  options: FileFetchOptions,
): (planned: PlannedFile) => Promise<JobFile | null> {
  const closed = new Map<string, DownloadError>();
  const refusals = new Map<string, number>();

  async function fetchFrom(base: string, planned: PlannedFile): Promise<JobFile | null> {
    const known = closed.get(base);
    if (known) throw known;
    try {
      const file = await fetchFile(base + planned.path, planned, fetched, options);
      refusals.delete(base);
      return file;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
      const count = error.status === 429 ? (refusals.get(base) ?? 0) + 1 : 0;
      refusals.set(base, count);
      if (error.isOfServer || count >= MAX_REFUSALS) closed.set(base, error);
      throw error;
    }
  }

  return async (planned) => {
    const errors: DownloadError[] = [];
    for (const base of options.addresses) {
      try {
        return await fetchFrom(base, planned);
      } catch (error) {
        options.signal.throwIfAborted();
        if (!(error instanceof DownloadError)) throw error;
        errors.push(error);
      }
    }
    if (planned.optional && errors.every(({ status }) => status === 404)) return null;
    throw combine(errors);
  };
}

function combine(errors: readonly DownloadError[]): DownloadError {
  const [first] = errors;
  const waits = errors.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return new DownloadError(errors.map(({ message }) => message).join('; '), {
    status: first?.status ?? null,
    retryAfterMs: waits.length === 0 ? null : Math.min(...waits),
  });
}

/** These files are compressed, and nothing is gained by a second compression. */
const COMPRESSED = /\.(gz|zip|bz2|xz|zst)$/;

async function fetchFile(
  address: string,
  { part, merges, isRenewed = false }: PlannedFile,
  fetched: readonly LoadedFileRow[],
  { maxBytes, signal, pathOf, onProgress, proxies, pace }: FileFetchOptions,
): Promise<JobFile | null> {
  const path = pathOf(part);
  const known = fetched.find((file) => file.part === (part ?? ''));
  const isSame = known?.address === address;
  const { etag = null, last_modified: lastModified = null } = known ?? {};
  try {
    const result = await download(address, {
      file: path,
      maxBytes,
      signal,
      proxies,
      pace,
      acceptsGzip: !COMPRESSED.test(new URL(address).pathname),
      onProgress: (bytes, total) => onProgress(part, bytes, total),
      known: isRenewed ? null : { etag: isSame ? etag : null, lastModified },
      // A mirror may lag behind the one before: its older data would look like fixed vulnerabilities.
      notBefore: isSame ? null : lastModified,
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
    throw new DownloadError(`${address} could not be fetched: ${error.message}`, error);
  }
}
