import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { packTar } from 'modern-tar/fs';
import { download, DownloadError } from '../outside/download.js';
import type { FeedBar } from './feed.progress.js';
import { CommandError, type Io } from './io.js';

/** What is to be sent of a feed: a file as it is, a folder as a tar of it. `bytes` null: not known before. */
export interface FeedSource { stream: () => Readable; bytes: number | null; close: () => void }

const LIMIT = 64 * 1024 ** 3; // bytes; the service has its own limit

/** Opens what a person named: a file, a folder, or an address, which is fetched to a temporary file first. Throws CommandError. */
export async function openSource(from: string, bar: FeedBar, io: Pick<Io, 'signal'>): Promise<FeedSource> {
  if (/^https?:\/\//i.test(from)) return fetched(from, bar, io);
  const stats = statsOf(from);
  const only = stats.isDirectory() ? readdirSync(from) : [];
  if (only.length === 1 && only[0] !== undefined) return openSource(join(from, only[0]), bar, io); // osv/Debian/ with its all.zip
  if (stats.isDirectory()) return { stream: () => packTar(from), bytes: null, close: () => undefined };
  return fileSource(from, stats.size);
}

const fileSource = (file: string, bytes: number, close: () => void = () => undefined): FeedSource => ({ stream: () => createReadStream(file, { highWaterMark: 1 << 18 }), bytes, close });

async function fetched(url: string, bar: FeedBar, { signal }: Pick<Io, 'signal'>): Promise<FeedSource> {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-feed-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'feed');
  try {
    await download(url, { file, limit: LIMIT, signal, told: (bytes, total) => bar.show({ step: 'fetching', bytes, total, records: 0 }) });
    return fileSource(file, statSync(file).size, close);
  } catch (error) {
    close();
    if (signal.aborted) throw new CommandError('Interrupted', 130);
    throw error instanceof DownloadError ? new CommandError(`${url} could not be fetched: ${error.message}`) : error;
  }
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, 2);
  }
}
