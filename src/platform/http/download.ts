import { createHash, randomInt } from 'node:crypto';
import { createWriteStream, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { systemClock } from '../clock.js';
import { DownloadError } from './download-error.js';
import { headersFor, PORTAL_QUESTION, requestFile } from './download-request.js';
import {
  hashPartial,
  readPartial,
  removePartial,
  type PartialFile,
  type Validators,
} from './partial-download.js';
import type { ProxySettings } from './proxy.js';
import { backoffMs, parseRetryAfter } from './retry-delay.js';

/** When attempts run. Tests replace its clock. */
export interface DownloadPace {
  /** Runs an attempt as soon as it may run. */
  slot: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Waits between two attempts. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Unix time, ms */
  nowMs: () => number;
  /** from 0 to 1 */
  random: () => number;
}

/** Attempts run at once, by the clock of the system. */
export const AT_ONCE: DownloadPace = {
  slot: (attempt) => attempt(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  nowMs: () => systemClock.now() * 1000,
  random: () => randomInt(1000) / 1000,
};

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
  /** default: none */
  proxies?: ProxySettings;
  /** true: the publisher may compress the file with gzip, and it is stored so; default: false */
  acceptsGzip?: boolean;
  /** an HTTP date: a file that is older is refused; default: none is */
  notBefore?: string | null;
  pace?: DownloadPace;
  /** called with the bytes so far and the total, if the publisher announces it */
  onProgress?: (bytes: number, total: number | null) => void;
}

export type Download = { kind: 'unchanged' } | ({ kind: 'fetched'; sha256: string } & Validators);

/** Attempts in a row without a new byte. */
const MAX_ATTEMPTS = 4;

/** The longest wait between two attempts. A publisher that asks for a longer one is asked again in a later update. */
const MAX_WAIT_MS = 60_000;

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

/** Tries again after a failure that may be temporary, until four attempts in a row brought no new byte. */
async function attempts(url: string, options: DownloadOptions): Promise<Download> {
  const { pace = AT_ONCE, signal, file } = options;
  let most = 0;
  for (let failures = 0; ;) {
    try {
      return await pace.slot(() => attempt(new URL(url), options));
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.retry) throw error;
      const bytes = readPartial(file, url)?.bytes ?? 0;
      failures = bytes > most ? 1 : failures + 1;
      most = Math.max(most, bytes);
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(failures, pace.random()));
      if (failures === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) throw error;
      await pace.wait(waitMs, signal).catch((reason: unknown) => {
        signal?.throwIfAborted();
        throw reason;
      });
    }
  }
}

async function attempt(url: URL, options: DownloadOptions): Promise<Download> {
  const { file, known = null, acceptsGzip = false, proxies = {}, signal, pace = AT_ONCE } = options;
  const partial = readPartial(file, url.href);
  const headers = headersFor(partial, known, acceptsGzip);
  const { response, host } = await requestFile(url, { headers, proxies, signal });
  const { statusCode: status = 0, statusMessage = '' } = response;
  const from = host === url.host ? '' : ` (redirected to ${host})`;
  const asked = ['if-none-match', 'if-modified-since'].some((name) => name in headers);
  if (status === 304 && asked) return discard(response, { kind: 'unchanged' });
  if (status === 416) {
    response.destroy();
    if (partial && readTotal(response) === partial.bytes) return complete(file, partial);
    removePartial(file);
    throw new DownloadError(OTHER_FILE, { status, retry: true });
  }
  if (status !== 200 && status !== 206)
    return discard(response, () => {
      throw new DownloadError(`HTTP status ${status} ${statusMessage}`.trim() + from, {
        status,
        retry: MAY_PASS.includes(status),
        retryAfterMs: parseRetryAfter(response.headers['retry-after'], pace.nowMs()),
      });
    });
  if (/^(text\/html|application\/xhtml)/i.test(response.headers['content-type'] ?? ''))
    return discard(response, () => {
      throw webPage(from);
    });
  const offset = status === 206 ? resumedAt(response, partial) : 0;
  if (offset === null)
    return discard(response, () => {
      removePartial(file);
      throw new DownloadError(OTHER_RANGE, { status, retry: true });
    });
  return store(response, { offset, url: url.href, from }, options);
}

/** Statuses of trouble that often ends within a minute (RFC 9110 section 15, RFC 6585). */
const MAY_PASS = [408, 425, 429, 500, 502, 503, 504];

const OTHER_FILE = 'the publisher no longer provides the partially downloaded file';
const OTHER_RANGE = 'the publisher returned a different byte range than requested';

const webPage = (from: string): DownloadError =>
  new DownloadError(`a web page in place of the file${from}; ${PORTAL_QUESTION}`);

/** Returns where a partial response continues; null: not where the partial file ends, or in another file. */
function resumedAt(response: IncomingMessage, partial: PartialFile | null): number | null {
  const start = readStart(response);
  const { etag, 'last-modified': lastModified } = response.headers;
  const validator = partial?.validator.startsWith('"') === true ? etag : lastModified;
  const isSame = validator === undefined || validator === partial?.validator;
  return start === partial?.bytes && isSame ? start : null;
}

function discard(response: IncomingMessage, result: Download | (() => never)): Download {
  response.destroy();
  return typeof result === 'function' ? result() : result;
}

/** Returns the partial file as the whole one: it broke off after its last byte. */
async function complete(
  file: string,
  { bytes, etag, lastModified }: PartialFile,
): Promise<Download> {
  const hash = createHash('sha256');
  await hashPartial(`${file}.part`, bytes, hash);
  renameSync(`${file}.part`, file);
  removePartial(file);
  return { kind: 'fetched', sha256: hash.digest('hex'), etag, lastModified };
}

async function store(
  response: IncomingMessage,
  { offset, url, from }: { offset: number; url: string; from: string },
  { file, maxBytes, notBefore, onProgress, signal }: DownloadOptions,
): Promise<Download> {
  const validators: Validators = {
    etag: response.headers.etag ?? null,
    lastModified: response.headers['last-modified'] ?? null,
  };
  const length = Number(response.headers['content-length'] ?? NaN);
  const total = readTotal(response) ?? (Number.isFinite(length) ? offset + length : null);
  const refusal = refuse(total, validators.lastModified, { maxBytes, notBefore });
  if (refusal)
    return discard(response, () => {
      throw refusal;
    });
  const hash = createHash('sha256');
  if (offset > 0) await hashPartial(`${file}.part`, offset, hash);
  else writeFileSync(`${file}.part.json`, JSON.stringify({ url, ...validators }), { mode: 0o600 });
  let bytes = offset;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      if (bytes === 0 && isMarkup(chunk)) return void next(webPage(from));
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
  if (total !== null && bytes !== total) {
    if (bytes > total) removePartial(file);
    throw new DownloadError('connection interrupted', { retry: true });
  }
  renameSync(`${file}.part`, file);
  removePartial(file);
  return { kind: 'fetched', sha256: hash.digest('hex'), ...validators };
}

/** Returns why a file is refused before it is read; null: it is not. */
function refuse(
  total: number | null,
  lastModified: string | null,
  { maxBytes, notBefore = null }: Pick<DownloadOptions, 'maxBytes' | 'notBefore'>,
): DownloadError | null {
  if (total !== null && total > maxBytes) return tooLarge(maxBytes);
  return Date.parse(lastModified ?? '') < Date.parse(notBefore ?? '')
    ? new DownloadError(`the file of ${lastModified ?? ''} is older than the loaded one`)
    : null;
}

/** No file of a publisher starts with `<`, after a byte order mark and blanks. A page of a portal does. */
const isMarkup = (chunk: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?\s*</.test(chunk.toString('latin1', 0, 256));

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
    ? new DownloadError('connection interrupted', { retry: true })
    : new DownloadError(message);
}

const tooLarge = (maxBytes: number): DownloadError =>
  new DownloadError(`the file exceeds ${maxBytes} bytes (FEED_LIMIT_BYTES)`);

/** Returns the place where a range starts; NaN: the response has no valid one. */
const readStart = ({ headers }: IncomingMessage): number =>
  Number(/^bytes (\d{1,15})-\d{1,15}\//.exec(headers['content-range'] ?? '')?.[1] ?? NaN);

/** Returns the size of the whole file that a range belongs to; null: unknown. */
const readTotal = ({ headers }: IncomingMessage): number | null =>
  Number(/^bytes .*\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1] ?? NaN) || null;
