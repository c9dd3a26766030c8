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
import { download, DownloadError } from '../../platform/http/download.js';
import type { FeedBar } from './feed.progress.js';
import { CommandError, type Io } from '../output/io.js';

/** What is to be sent of a feed: a file as it is, a folder as a tar of it. `bytes` null: not known before; `modified`: when it was last changed, null: that is not known. */
export interface ImportSource {
  stream: () => Readable;
  bytes: number | null;
  modified: Date | null;
  close: () => void;
}

const LIMIT = 64 * 1024 ** 3; // bytes; the service has its own limit

/** Opens what a person named: a file, a folder, or an address, which is fetched to a temporary file first. Throws CommandError. */
export async function openSource(
  from: string,
  bar: FeedBar,
  io: Pick<Io, 'signal'>,
): Promise<ImportSource> {
  if (/^https?:\/\//i.test(from)) return fetched(from, bar, io);
  const stats = statsOf(from);
  const only = stats.isDirectory() ? readdirSync(from) : [];
  if (only.length === 1 && only[0] !== undefined) return openSource(join(from, only[0]), bar, io); // osv/Debian/ with its all.zip
  if (stats.isDirectory())
    return {
      stream: () => packTar(from),
      bytes: null,
      modified: newest(from),
      close: () => undefined,
    };
  return fileSource(from, stats);
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

/** When the newest file of a folder was last changed; null: there is none. */
function newest(folder: string): Date | null {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((stats) => stats.isFile());
  return files.length === 0
    ? null
    : new Date(files.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0));
}

async function fetched(
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
      maxBytes: LIMIT,
      signal,
      onProgress: (bytes, total) => bar.show({ step: 'fetching', bytes, total, records: 0 }),
    });
    return {
      ...fileSource(file, statSync(file), close),
      modified:
        result.kind === 'fetched' && result.lastModified !== null
          ? new Date(result.lastModified)
          : null,
    };
  } catch (error) {
    close();
    if (signal.aborted) throw new CommandError('Interrupted', 130);
    throw error instanceof DownloadError
      ? new CommandError(`${url} could not be fetched: ${error.message}`)
      : error;
  }
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, 2);
  }
}
