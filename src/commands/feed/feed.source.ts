import {
  createReadStream,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { packTar } from 'modern-tar/fs';
import { download } from '../../platform/http/download.js';
import { DownloadError } from '../../platform/http/download-error.js';
import { readConfig } from '../../config.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import type { FeedBar } from './feed.progress.js';

/** The content of a feed to send: a file unchanged, a folder as a tar archive. */
export interface ImportSource {
  stream: () => Readable;
  /** null: unknown before the end */
  bytes: number | null;
  /** time of the last change; null: unknown */
  modified: Date | null;
  close: () => void;
}

const MAX_BYTES = 64 * 1024 ** 3; // the service has its own limit

/** Opens a file, a folder or a URL; a URL is first downloaded to a temporary file. Throws CommandError. */
export async function openSource(
  from: string,
  bar: FeedBar,
  io: Pick<Io, 'signal'>,
): Promise<ImportSource> {
  if (/^https?:\/\//i.test(from)) return downloadSource(from, bar, io);
  const stats = readStats(from);
  if (!stats.isDirectory()) return fileSource(from, stats);
  const [first, ...others] = readdirSync(from);
  // A folder like osv/Debian/ contains only all.zip.
  if (first !== undefined && others.length === 0) return openSource(join(from, first), bar, io);
  return {
    stream: () => packTar(from),
    bytes: null,
    modified: newestChange(from),
    close: () => undefined,
  };
}

const fileSource = (
  file: string,
  { size, mtime }: Pick<Stats, 'size' | 'mtime'>,
  close: () => void = () => undefined,
): ImportSource => ({
  stream: () => createReadStream(file, { highWaterMark: 1 << 18 }),
  bytes: size,
  modified: mtime,
  close,
});

/** Returns the newest change of the files in a folder; null: it has no files. */
function newestChange(folder: string): Date | null {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((stats) => stats.isFile());
  return files.length === 0
    ? null
    : new Date(files.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0));
}

async function downloadSource(
  url: string,
  bar: FeedBar,
  { signal }: Pick<Io, 'signal'>,
): Promise<ImportSource> {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-feed-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'feed');
  try {
    const result = await download(url, {
      file,
      maxBytes: MAX_BYTES,
      signal,
      proxies: readConfig(),
      onProgress: (bytes, total) => bar.show({ step: 'fetching', bytes, total, records: 0 }),
    });
    const lastModified = result.kind === 'fetched' ? result.lastModified : null;
    return {
      ...fileSource(file, statSync(file), close),
      modified: lastModified === null ? null : new Date(lastModified),
    };
  } catch (error) {
    close();
    if (signal.aborted) throw new CommandError('Interrupted', 130);
    if (!(error instanceof DownloadError)) throw error;
    throw new CommandError(`${url} could not be downloaded: ${error.message}`);
  }
}

function readStats(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, 2);
  }
}
