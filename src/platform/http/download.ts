import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, writeFileSync } from 'node:fs';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { VERSION } from '../../version.js';
import { connectionFailureText } from './connection-failure.js';
import { hashPartial, readPartial, removePartial, type Validators } from './partial-download.js';

export interface DownloadOptions {
  /**
   * target path; the complete file is moved here. `<file>.part` holds a partial download, which a
   * later call resumes
   */
  file: string;
  known?: Validators | null;
  /** maximum size */
  maxBytes: number;
  /** maximum time of all attempts, ms; default: 6 hours */
  maxMs?: number;
  signal?: AbortSignal;
  /** called with the bytes so far and the total, if the publisher announces it */
  onProgress?: (bytes: number, total: number | null) => void;
}

export type Download = { kind: 'unchanged' } | ({ kind: 'fetched'; sha256: string } & Validators);

/**
 * A failed download. `message` is the reason for a person, `status` the HTTP status of the
 * response, if any. `retry`: another attempt may succeed.
 */
export class DownloadError extends Error {
  override name = 'DownloadError';
  constructor(
    message: string,
    readonly status: number | null = null,
    readonly retry = false,
  ) {
    super(message);
  }
}

const MAX_REDIRECTS = 5;
const IDLE_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** A publisher that sends a byte a minute is never idle: other feeds wait for the end of this one. */
const MAX_DOWNLOAD_MS = 6 * 3_600_000;

/**
 * Downloads a URL into a file. Uses conditional requests (RFC 9110, section 13), and resumes a
 * partial download with a range request (section 14). The file appears complete or not at all.
 * Throws DownloadError, or the reason of `signal`.
 */
export function download(url: string, options: DownloadOptions): Promise<Download> {
  const { maxMs = MAX_DOWNLOAD_MS } = options;
  return withTimeLimit(maxMs, options.signal, async ({ signal, isOver }) => {
    try {
      return await attempts(url, { ...options, signal });
    } catch (error) {
      if (!isOver()) throw error;
      throw new DownloadError(`not complete after ${Math.round(maxMs / 60_000)} minutes`);
    }
  });
}

async function attempts(url: string, options: DownloadOptions): Promise<Download> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(new URL(url), options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.retry || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

async function attempt(url: URL, options: DownloadOptions): Promise<Download> {
  const partial = readPartial(options.file, url.href);
  const response = await requestFollowingRedirects(
    url,
    headersFor(partial, options.known ?? null),
    options.signal,
    MAX_REDIRECTS,
  );
  if (response.statusCode === 304) return discard(response, { kind: 'unchanged' });
  if (response.statusCode === 416) {
    // the partial file is no longer valid
    removePartial(options.file);
    return discard(response, () => {
      throw new DownloadError(
        'the publisher no longer provides the partially downloaded file',
        416,
        true,
      );
    });
  }
  if (response.statusCode !== 200 && response.statusCode !== 206)
    return discard(response, () => {
      throw new DownloadError(
        `HTTP status ${response.statusCode ?? 0} ${response.statusMessage ?? ''}`.trim(),
        response.statusCode ?? null,
      );
    });
  const offset = response.statusCode === 206 ? rangeStart(response) : 0;
  if (offset !== 0 && offset !== partial?.bytes)
    return discard(response, () => {
      removePartial(options.file);
      throw new DownloadError(
        'the publisher returned a different byte range than requested',
        206,
        true,
      );
    });
  return store(response, offset, url.href, options);
}

function discard(response: IncomingMessage, result: Download | (() => never)): Download {
  response.destroy();
  return typeof result === 'function' ? result() : result;
}

async function store(
  response: IncomingMessage,
  offset: number,
  url: string,
  { file, maxBytes, onProgress, signal }: DownloadOptions,
): Promise<Download> {
  const validators: Validators = {
    etag: response.headers.etag ?? null,
    lastModified: response.headers['last-modified'] ?? null,
  };
  const length = Number(response.headers['content-length'] ?? NaN);
  const total = Number.isFinite(length) ? offset + length : null;
  if (total !== null && total > maxBytes)
    return discard(response, () => {
      throw tooLarge(maxBytes);
    });
  const hash = createHash('sha256');
  if (offset > 0) await hashPartial(`${file}.part`, offset, hash);
  else writeFileSync(`${file}.part.json`, JSON.stringify({ url, ...validators }), { mode: 0o600 });
  let bytes = offset;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      hash.update(chunk);
      onProgress?.(bytes, total);
      next(bytes > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
  const part = createWriteStream(`${file}.part`, { flags: offset > 0 ? 'a' : 'w', mode: 0o600 });
  try {
    await pipeline(response, counting, part, { signal });
  } catch (error) {
    await waitForClose(part);
    throw storeFailure(error, file);
  }
  renameSync(`${file}.part`, file);
  removePartial(file);
  return { kind: 'fetched', sha256: hash.digest('hex'), ...validators };
}

/**
 * Waits until the file is closed. A write may be pending after the failure, and the size of the
 * file is read later.
 */
async function waitForClose(part: Writable): Promise<void> {
  if (!part.closed)
    await new Promise((resolve) => {
      part.once('close', resolve);
    });
}

function storeFailure(error: unknown, file: string): unknown {
  if (error instanceof DownloadError) {
    removePartial(file);
    return error;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT', 'EPIPE'].includes(code ?? '')
    ? new DownloadError('connection interrupted', null, true)
    : new DownloadError(message);
}

const tooLarge = (maxBytes: number): DownloadError =>
  new DownloadError(`the file exceeds ${maxBytes} bytes (FEED_LIMIT_BYTES)`);

function headersFor(
  partial: ReturnType<typeof readPartial>,
  known: Validators | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': `hostwarden/${VERSION}`,
    accept: '*/*',
    'accept-encoding': 'identity',
  };
  if (partial)
    return { ...headers, range: `bytes=${partial.bytes}-`, 'if-range': partial.validator };
  if (known?.etag) headers['if-none-match'] = known.etag;
  if (known?.lastModified) headers['if-modified-since'] = known.lastModified;
  return headers;
}

function rangeStart(response: IncomingMessage): number {
  return Number(/^bytes (\d{1,15})-/.exec(response.headers['content-range'] ?? '')?.[1] ?? NaN);
}

async function requestFollowingRedirects(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  redirects: number,
): Promise<IncomingMessage> {
  const response = await sendRequest(url, headers, signal);
  const {
    statusCode = 0,
    headers: { location },
  } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return response;
  response.destroy();
  if (redirects === 0) throw new DownloadError('too many redirects');
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (!next || !/^https?:$/.test(next.protocol)) throw new DownloadError('invalid redirect URL');
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw new DownloadError('redirects from HTTPS to HTTP are not followed');
  return requestFollowingRedirects(next, headers, signal, redirects - 1);
}

function sendRequest(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const req = (url.protocol === 'https:' ? getHttps : getHttp)(url, { headers, signal }, resolve);
    req.setTimeout(IDLE_TIMEOUT_MS, () =>
      req.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })),
    );
    req.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        signal?.aborted
          ? error
          : new DownloadError(
              connectionFailureText(error.code) ?? error.message,
              null,
              error.code === 'ECONNRESET',
            ),
      ),
    );
  });
}
