import { createHash, type Hash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VERSION } from '../../version.js';

/** What came last from an address; asked again, the publisher may answer that nothing is new. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface DownloadOptions {
  /** where the whole file goes once all of it is there; `<file>.part` holds what came so far, and a later call goes on from there */
  file: string;
  known?: Validators | null;
  /** bytes */
  limit: number;
  signal?: AbortSignal;
  /** hears of bytes so far, and of all where the publisher says so */
  told?: (bytes: number, total: number | null) => void;
}

export type Download = { kind: 'unchanged' } | ({ kind: 'fetched'; sha256: string } & Validators);

/** Nothing could be fetched. The message is the reason, for people; `status` that of the answer, if one came; `retry`: another try may well go on. */
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

const REDIRECTS = 5;
const IDLE_MS = 60_000;
const TRIES = 3;

/**
 * Fetches an address into a file: conditional requests (RFC 9110, 13), and ranges (14) where an earlier try broke off. The file appears whole or not at all.
 * Throws DownloadError, or what `signal` was aborted with.
 */
export async function download(url: string, options: DownloadOptions): Promise<Download> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(new URL(url), options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.retry || tries === TRIES) throw error;
    }
  }
}

async function attempt(url: URL, options: DownloadOptions): Promise<Download> {
  const partial = readPartial(options.file, url.href);
  const answer = await request(
    url,
    headersFor(partial, options.known ?? null),
    options.signal,
    REDIRECTS,
  );
  if (answer.statusCode === 304) return discard(answer, { kind: 'unchanged' });
  if (answer.statusCode === 416) {
    // what lies here does not fit any more
    removePartial(options.file);
    return discard(answer, () => {
      throw new DownloadError('the publisher no longer has the file that was begun', 416, true);
    });
  }
  if (answer.statusCode !== 200 && answer.statusCode !== 206)
    return discard(answer, () => {
      throw new DownloadError(
        `the answer was ${answer.statusCode ?? 0} ${answer.statusMessage ?? ''}`.trim(),
        answer.statusCode ?? null,
      );
    });
  const start = answer.statusCode === 206 ? rangeStart(answer) : 0;
  if (start !== 0 && start !== partial?.bytes)
    return discard(answer, () => {
      removePartial(options.file);
      throw new DownloadError(
        'the publisher answered with another part than was asked for',
        206,
        true,
      );
    });
  return store(answer, start, url.href, options);
}

function discard(answer: IncomingMessage, result: Download | (() => never)): Download {
  answer.destroy();
  return typeof result === 'function' ? result() : result;
}

async function store(
  answer: IncomingMessage,
  start: number,
  url: string,
  { file, limit, told, signal }: DownloadOptions,
): Promise<Download> {
  const validators: Validators = {
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
  };
  const length = Number(answer.headers['content-length'] ?? NaN);
  const total = Number.isFinite(length) ? start + length : null;
  if (total !== null && total > limit)
    return discard(answer, () => {
      throw tooLarge(limit);
    });
  const hash = createHash('sha256');
  if (start > 0) await goOn(`${file}.part`, start, hash);
  else writeFileSync(`${file}.part.json`, JSON.stringify({ url, ...validators }), { mode: 0o600 });
  let bytes = start;
  const counting = new Transform({
    transform(piece: Buffer, _encoding, next) {
      bytes += piece.length;
      hash.update(piece);
      told?.(bytes, total);
      next(bytes > limit ? tooLarge(limit) : null, piece);
    },
  });
  const part = createWriteStream(`${file}.part`, { flags: start > 0 ? 'a' : 'w', mode: 0o600 });
  try {
    await pipeline(answer, counting, part, { signal });
  } catch (error) {
    await closed(part);
    throw storeFailure(error, file);
  }
  renameSync(`${file}.part`, file);
  removePartial(file);
  return { kind: 'fetched', sha256: hash.digest('hex'), ...validators };
}

/** A write may be under way after the failure: nobody may look how long the file is before. */
async function closed(part: Writable): Promise<void> {
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
    ? new DownloadError('the connection broke off', null, true)
    : new DownloadError(message);
}

const tooLarge = (limit: number): DownloadError =>
  new DownloadError(`the file has more than ${limit} bytes (FEED_LIMIT_BYTES)`);

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

function rangeStart(answer: IncomingMessage): number {
  return Number(/^bytes (\d{1,15})-/.exec(answer.headers['content-range'] ?? '')?.[1] ?? NaN);
}

/** What an earlier try left, where it can be gone on with: a weak validator does not say that the bytes are the same (RFC 9110, 13.1.5). */
function readPartial(file: string, url: string): { bytes: number; validator: string } | null {
  try {
    const left = JSON.parse(readFileSync(`${file}.part.json`, 'utf8')) as Validators & {
      url: string;
    };
    const validator = left.etag?.startsWith('"') ? left.etag : left.lastModified;
    const bytes = statSync(`${file}.part`).size;
    return left.url === url && validator && bytes > 0 ? { bytes, validator } : null;
  } catch {
    return null;
  }
}

function removePartial(file: string): void {
  for (const end of ['.part', '.part.json']) rmSync(file + end, { force: true });
}

/** What comes next follows the first `bytes` of the file, and nothing else. */
async function goOn(file: string, bytes: number, hash: Hash): Promise<void> {
  truncateSync(file, bytes);
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
}

async function request(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  redirects: number,
): Promise<IncomingMessage> {
  const answer = await answerOf(url, headers, signal);
  const {
    statusCode = 0,
    headers: { location },
  } = answer;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return answer;
  answer.destroy();
  if (redirects === 0) throw new DownloadError('it is redirected too often');
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (!next || !/^https?:$/.test(next.protocol))
    throw new DownloadError('it is redirected to what is no address');
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw new DownloadError('it is redirected from HTTPS to plain HTTP, which is not followed');
  return request(next, headers, signal, redirects - 1);
}

function answerOf(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'https:' ? getHttps : getHttp)(
      url,
      { headers, signal },
      resolve,
    );
    asked.setTimeout(IDLE_MS, () =>
      asked.destroy(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' })),
    );
    asked.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        signal?.aborted
          ? error
          : new DownloadError(wordsFor(error), null, error.code === 'ECONNRESET'),
      ),
    );
  });
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no address is known for its name',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to it',
  ENETUNREACH: 'no route to it',
  ETIMEDOUT: 'it does not answer',
};
const wordsFor = ({ code, message }: NodeJS.ErrnoException): string => WORDS[code ?? ''] ?? message;
