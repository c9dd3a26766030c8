import { Transform } from 'node:stream';
import { unknownFeedText } from '../../feeds/feeds.catalog.js';
import type { FeedResponse } from '../../feeds/feeds.schemas.js';
import { fetchRank } from '../../feeds/fetch/download-slots.js';
import { pluralize, printable } from '../../lib/text.js';
import { formatDate, SECONDS_PER_DAY } from '../../lib/times.js';
import { withClient } from '../client/client.js';
import { listing, type Options } from '../client/handlers.js';
import { getData, listAll, readData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';
import { printJson, type Column } from '../output/items.js';
import { isoText } from '../output/times.js';
import { createFeedBar, type FeedBar } from './feed.progress.js';
import { openSource, type ImportSource } from './feed.source.js';

export interface FeedUpdateOptions extends Options {
  names: string[];
  from?: string;
}
export interface FeedImportOptions extends Options {
  name: string;
  from: string;
  part?: string;
  force?: boolean;
}

const POLL_MS = 200;

const COLUMNS: Column<FeedResponse>[] = [
  { heading: 'NAME', value: ({ name }) => name },
  {
    heading: 'STATUS',
    value: ({ status }) => status,
    text: ({ status, stale, needed }) => (stale && needed && status === 'ready' ? 'stale' : status),
  },
  { heading: 'NEEDED', value: ({ needed }) => (needed ? 'yes' : 'no') },
  { heading: 'VERSION', value: ({ version }) => version, isForPipes: true },
  {
    heading: 'DATA FROM',
    value: ({ data_from }) => isoText(data_from),
    text: ({ data_from, version }) => {
      if (version === null) return '-';
      return data_from === null ? 'unknown' : formatDate(data_from);
    },
  },
  { heading: 'STALE', value: ({ stale }) => (stale ? 'yes' : 'no'), isForPipes: true },
  {
    heading: 'UPDATED',
    value: ({ updated_at }) => isoText(updated_at),
    text: ({ age_seconds: age }) => (age === null ? '-' : formatAgo(age)),
  },
  { heading: 'RECORDS', value: ({ records }) => records },
  { heading: 'RANGES', value: ({ ranges }) => ranges, isForPipes: true },
  { heading: 'REJECTED', value: ({ rejected }) => rejected, isForPipes: true },
  {
    heading: 'ERROR',
    value: ({ error }) => error,
    text: ({ error, rejected }) =>
      error ?? (rejected > 0 ? `${pluralize(rejected, 'record')} rejected` : ''),
    isFlexible: true,
    isLong: true,
  },
];

/** Lists the feeds with their state, the date of their data and the time since their update. */
export const feedList = listing(
  (client) => listAll<FeedResponse>(client, '/feeds'),
  COLUMNS,
  'No feeds.',
);

/** `12 min ago`; `just now` for less than a minute and for the future. */
export function formatAgo(seconds: number): string {
  return seconds < 60 ? 'just now' : `${formatAge(seconds)} ago`;
}

/** `12 min`, `5 h`, `3 days` */
export function formatAge(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 2 * SECONDS_PER_DAY
    ? `${Math.floor(seconds / 3600)} h`
    : `${Math.floor(seconds / SECONDS_PER_DAY)} days`;
}

/**
 * Updates the named feeds, otherwise those that are used to evaluate a stored inventory or scan. Exit code 1
 * if one fails. An unknown name starts none.
 */
export async function feedUpdate(options: FeedUpdateOptions, io: Io): Promise<number> {
  const { from, names } = options;
  if (from !== undefined) {
    const [name, ...others] = names;
    if (name === undefined || others.length > 0)
      throw new CommandError('--from needs the name of exactly one feed', 2);
    return feedImport({ ...options, name, from }, io);
  }
  return withClient({ ...options, needsDataDir: false }, io, async (client) => {
    const requested = await selectFeeds(client, names);
    if (requested.length === 0)
      io.stderr.write(
        'No feed is needed: no host has an inventory or open ports yet. Name the feeds to update.\n',
      );
    for (const name of requested)
      await getData(client, 'POST', `/feeds/${encodeURIComponent(name)}/update`);
    const feeds = [];
    for (const name of requested) feeds.push(await waitForUpdate(client, name, io));
    if (options.json) printJson(feeds, io);
    return feeds.some((feed) => feed.error !== null) ? 1 : 0;
  });
}

async function selectFeeds(client: Client, names: readonly string[]): Promise<readonly string[]> {
  const feeds = await listAll<FeedResponse>(client, '/feeds');
  const unknown = names.find((name) => !feeds.some((f) => f.name === name));
  if (unknown !== undefined) throw new CommandError(unknownFeedText(unknown), 2);
  return names.length > 0
    ? names
    : feeds
        .filter((f) => f.needed)
        .map((f) => f.name)
        .toSorted((a, b) => fetchRank(a) - fetchRank(b));
}

async function waitForUpdate(client: Client, name: string, io: Io): Promise<FeedResponse> {
  const bar = createFeedBar(io.stderr, name);
  try {
    for (;;) {
      const feeds = await listAll<FeedResponse>(client, '/feeds');
      const feed = feeds.find((f) => f.name === name);
      if (!feed) throw new CommandError(`Unknown feed ${JSON.stringify(name)}`, 2);
      if (!feed.progress) {
        bar.end();
        io.stderr.write(renderOutcome(feed));
        return feed;
      }
      bar.show(feed.progress);
      if (io.signal.aborted)
        throw new CommandError('Interrupted; a running service continues the update', 130);
      await sleep(POLL_MS, io.signal);
    }
  } finally {
    bar.end();
  }
}

function renderOutcome({ name, error, version, records, ranges, rejected }: FeedResponse): string {
  if (error !== null) return `${name}: ${printable(error)}\n`;
  const parts = [
    printable(version ?? 'empty'),
    pluralize(records, 'record'),
    pluralize(ranges, 'range'),
    ...(rejected > 0 ? [`${rejected} rejected (see "GET /feeds/${name}/rejected")`] : []),
  ];
  return `${name}: ${parts.join(', ')}.\n`;
}

/** Sends a publisher's file, a folder of files or the content of a URL to the service. */
export async function feedImport(options: FeedImportOptions, io: Io): Promise<number> {
  return withClient({ ...options, needsDataDir: false }, io, async (client) => {
    await selectFeeds(client, [options.name]); // a mistyped name opens and downloads nothing
    const feed = await sendSource(client, options, io);
    io.stderr.write(renderOutcome(feed));
    if (options.json) printJson(feed, io);
    return 0;
  });
}

async function sendSource(
  client: Client,
  { name, from, part, force }: FeedImportOptions,
  io: Io,
): Promise<FeedResponse> {
  const bar = createFeedBar(io.stderr, name);
  const source = await openSource(from, bar, io);
  try {
    const query = new URLSearchParams({
      ...(part !== undefined && { part }),
      ...(force === true && { force: 'true' }),
    });
    const url = `/feeds/${encodeURIComponent(name)}?${query.toString()}`;
    const stream = withProgress(source, bar);
    return readData<FeedResponse>(await client.upload('PUT', url, stream, source.modified));
  } finally {
    bar.end();
    source.close();
  }
}

function withProgress({ stream, bytes }: ImportSource, bar: FeedBar): Transform {
  let sent = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      sent += chunk.length;
      bar.show({ step: 'fetching', bytes: sent, total: bytes, records: 0 });
      next(null, chunk);
    },
    flush(next) {
      bar.show({ step: 'loading', bytes: sent, total: bytes, records: 0 });
      next();
    },
  });
  return stream()
    .on('error', (error) => counter.destroy(error))
    .pipe(counter);
}
