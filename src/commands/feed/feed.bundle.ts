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
import { packTar, unpackTar } from 'modern-tar/fs';
import { z } from 'zod';
import { readConfig } from '../../config.js';
import { filesOf, requireDataDir } from '../../data-dir/paths.js';
import { CATALOG, parseFeedName } from '../../feeds/feeds.catalog.js';
import { createFeedFileStore, PART_NAME } from '../../feeds/feed-files.js';
import { toCommandError } from '../client/request.js';
import { withClient, type ConnectOptions } from '../client/client.js';
import { missingUpdates } from './nvd-gap.js';
import { CommandError, type Io } from '../output/io.js';
import { pluralize } from '../output/text.js';

type Connection = Omit<ConnectOptions, 'works'>;
export interface FeedExportOptions {
  dataDir?: string;
  file: string;
}
export interface FeedImportBundleOptions extends Connection {
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

/** Writes the publishers' files of a data folder, with their SHA-256, into one file for a site without internet. What may not be handed on stays out, and is named. */
export async function feedExport(
  { dataDir, file }: FeedExportOptions,
  io: Pick<Io, 'stderr'>,
): Promise<number> {
  const { DATA_DIR } = readConfig({ DATA_DIR: dataDir });
  requireDataDir(DATA_DIR);
  const kept = createFeedFileStore(filesOf(DATA_DIR).feeds).list();
  for (const feed of new Set(
    kept.map((k) => k.feed).filter((name) => !CATALOG[name].isRedistributable),
  ))
    io.stderr.write(
      `${feed} stays out: its licence does not let it be handed on (${CATALOG[feed].license}).\n`,
    );
  const shared = kept.filter(({ feed }) => CATALOG[feed].isRedistributable);
  if (shared.length === 0)
    throw new CommandError('There is nothing to export: no feed was loaded in this data folder');
  const gap = missingUpdates(shared);
  if (gap !== null) io.stderr.write(`${gap}\n`);
  const files = [];
  for (const [i, { feed, part, path }] of shared.entries())
    files.push({
      feed,
      part,
      path: String(i),
      sha256: await sha256Of(path),
      licence: CATALOG[feed].license,
      modified: statSync(path).mtime.toISOString(),
    });
  const manifest: z.infer<typeof Manifest> = { format: 'hostwarden-feeds-1', files };
  const sources = shared.map(({ path }, i) => ({
    type: 'file' as const,
    source: path,
    target: String(i),
  }));
  await pipeline(
    packTar([
      { type: 'content', content: JSON.stringify(manifest, null, 1), target: 'manifest.json' },
      ...sources,
    ]),
    createWriteStream(file, { mode: 0o600 }),
  ).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  });
  io.stderr.write(
    `${pluralize(files.length, 'file')} of ${pluralize(new Set(files.map((f) => f.feed)).size, 'feed')} exported.\n`,
  );
  return 0;
}

/** Loads what `feedExport` wrote, after every file of it was checked. */
export async function feedImportBundle(options: FeedImportBundleOptions, io: Io): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bundle-'));
  try {
    const { files } = await unpacked(options.file, folder);
    await withClient(options, io, async (client) => {
      for (const { feed, part, path, modified } of files) {
        const answer = await client.upload(
          'PUT',
          `/feeds/${feed}${part === null ? '' : `?part=${encodeURIComponent(part)}`}`,
          createReadStream(join(folder, path)),
          modified === undefined ? null : new Date(modified),
        );
        if (answer.status !== 200)
          throw new CommandError(`${feed}: ${toCommandError(answer).message}`);
        io.stderr.write(`${feed}${part === null ? '' : ` (${part})`}: in force.\n`);
      }
    });
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpacked(file: string, folder: string): Promise<z.infer<typeof Manifest>> {
  const manifest = await unpack(file, folder);
  for (const { feed, path, sha256 } of manifest.files) {
    if ((await sha256Of(join(folder, path)).catch(() => '')) !== sha256)
      throw new CommandError(
        `The bundle is damaged: what it holds of ${feed} is not what was exported. Nothing was imported.`,
      );
  }
  return manifest;
}

async function unpack(file: string, folder: string): Promise<z.infer<typeof Manifest>> {
  try {
    // Only plain files by a number, and the manifest: nothing can land elsewhere.
    await pipeline(
      createReadStream(file),
      unpackTar(folder, {
        filter: ({ name, type }) =>
          (type ?? 'file') === 'file' && /^(\d+|manifest\.json)$/.test(name),
      }),
    );
    if (!existsSync(join(folder, 'manifest.json'))) throw new Error('it holds no manifest');
    return Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    throw existsSync(file)
      ? new CommandError(`${file} is no bundle of feeds, or it is damaged: ${why}`)
      : new CommandError(`${file} cannot be read: ${why}`, 2);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
