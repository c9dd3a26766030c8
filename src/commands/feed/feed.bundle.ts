import { packTar, unpackTar } from 'modern-tar/fs';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readConfig } from '../../config.js';
import { filesOf, requireDataDir } from '../../data-dir/paths.js';
import {
  PART_NAME,
  createFeedFileStore,
  withTime,
  type StoredFeedFile,
} from '../../feeds/feed-files.js';
import { CATALOG, parseFeedName } from '../../feeds/feeds.catalog.js';
import { findGap } from '../../feeds/nvd-files.js';
import { parseJsonText } from '../../lib/json.js';
import { pluralize } from '../../lib/text.js';
import { formatDate } from '../../lib/times.js';
import { withClient } from '../client/client.js';
import { toCommandError } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';

export interface FeedExportOptions {
  dataDir?: string;
  file: string;
}
export interface FeedImportBundleOptions extends ServiceOptions {
  file: string;
}

const Manifest = z.object({
  format: z.literal('hostwarden-feeds-1'),
  files: z
    .array(
      z.object({
        feed: z.string().refine((name) => parseFeedName(name) !== null),
        part: z.string().regex(PART_NAME).nullable(),
        path: z.string().regex(/^\d+$/),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        licence: z.string(),
        modified: z.iso.datetime().optional(),
      }),
    )
    .max(10_000),
});
type Manifest = z.infer<typeof Manifest>;

/**
 * Exports the stored feed files of a data directory, with their SHA-256, into one file for an air-gapped
 * site. Files whose license does not permit redistribution are skipped and named.
 */
export async function feedExport(
  { dataDir, file }: FeedExportOptions,
  io: Pick<Io, 'stderr'>,
): Promise<number> {
  const { DATA_DIR } = readConfig({ DATA_DIR: dataDir });
  requireDataDir(DATA_DIR);
  const stored = createFeedFileStore(filesOf(DATA_DIR).feeds).list();
  const isRedistributable = ({ feed }: StoredFeedFile): boolean => CATALOG[feed].isRedistributable;
  const skipped = stored.filter((f) => !isRedistributable(f)).map(({ feed }) => feed);
  for (const feed of new Set(skipped))
    io.stderr.write(
      `${feed} skipped: its license does not permit redistribution (${CATALOG[feed].license}).\n`,
    );
  const shared = stored.filter(isRedistributable);
  if (shared.length === 0) throw new CommandError('Nothing to export: no feeds are loaded');
  const warning = missingUpdates(shared);
  if (warning !== null) io.stderr.write(`${warning}\n`);
  const manifest = await buildManifest(shared);
  await writeBundle(file, manifest, shared);
  const feedCount = new Set(manifest.files.map((f) => f.feed)).size;
  io.stderr.write(
    `${pluralize(manifest.files.length, 'file')} of ${pluralize(feedCount, 'feed')} exported.\n`,
  );
  return 0;
}

async function buildManifest(shared: readonly StoredFeedFile[]): Promise<Manifest> {
  const files = [];
  for (const [i, { feed, part, path }] of shared.entries())
    files.push({
      feed,
      part,
      path: String(i),
      sha256: await hashFile(path),
      licence: CATALOG[feed].license,
      modified: statSync(path).mtime.toISOString(),
    });
  return { format: 'hostwarden-feeds-1', files };
}

async function writeBundle(
  file: string,
  manifest: Manifest,
  shared: readonly StoredFeedFile[],
): Promise<void> {
  const sources = shared.map(({ path }, i) => ({
    type: 'file' as const,
    source: path,
    target: String(i),
  }));
  const content = JSON.stringify(manifest, null, 1);
  const archive = packTar([{ type: 'content', content, target: 'manifest.json' }, ...sources]);
  await pipeline(archive, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  });
}

/** Imports a bundle from `feedExport` after checking every file. */
export async function feedImportBundle(options: FeedImportBundleOptions, io: Io): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bundle-'));
  try {
    const { files } = await unpackAndVerify(options.file, folder);
    await withClient({ ...options, needsDataDir: false }, io, async (client) => {
      for (const { feed, part, path, modified } of files) {
        const response = await client.upload(
          'PUT',
          `/feeds/${feed}${part === null ? '' : `?part=${encodeURIComponent(part)}`}`,
          createReadStream(join(folder, path)),
          modified === undefined ? null : new Date(modified),
        );
        if (response.status !== 200)
          throw new CommandError(`${feed}: ${toCommandError(response).message}`);
        io.stderr.write(`${feed}${part === null ? '' : ` (${part})`}: imported.\n`);
      }
    });
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpackAndVerify(file: string, folder: string): Promise<Manifest> {
  const manifest = await unpack(file, folder);
  for (const { feed, path, sha256 } of manifest.files) {
    const actual = await hashFile(join(folder, path)).catch(() => '');
    if (actual !== sha256)
      throw new CommandError(
        `The bundle is corrupt: its file of ${feed} does not match its SHA-256. Nothing was imported.`,
      );
  }
  return manifest;
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  try {
    // Only plain files named by a number, and the manifest: nothing can be written elsewhere.
    await pipeline(
      createReadStream(file),
      unpackTar(folder, {
        filter: ({ name, type }) =>
          (type ?? 'file') === 'file' && /^(\d+|manifest\.json)$/.test(name),
      }),
    );
    const manifestFile = join(folder, 'manifest.json');
    if (!existsSync(manifestFile)) throw new Error('it contains no manifest');
    return Manifest.parse(parseJsonText(readFileSync(manifestFile, 'utf8')));
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw existsSync(file)
      ? new CommandError(`${file} is not a feed bundle or is corrupt: ${reason}`)
      : new CommandError(`${file} cannot be read: ${reason}`, 2);
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Returns a warning if changes are missing between the stored files of NVD, otherwise null. */
function missingUpdates(stored: readonly StoredFeedFile[]): string | null {
  const gap = findGap(stored.filter(({ feed }) => feed === 'nvd').map(withTime));
  return gap === null
    ? null
    : `nvd is incomplete: changes after ${formatDate(gap / 1000)} are missing between the ` +
        'stored files. For a complete copy, clear the feed (DELETE /feeds/nvd), ' +
        'run "hostwarden feed update nvd" and export again.';
}
