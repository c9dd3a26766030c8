import { Transform } from 'node:stream';
import type { FeedResponse } from '../../feeds/feeds.queries.js';
import { getData, listAll, readData } from '../client/request.js';
import { withClient, type Client, type ConnectOptions } from '../client/client.js';
import { feedBar, type FeedBar } from './feed.progress.js';
import { openSource, type ImportSource } from './feed.source.js';
import { CommandError, sleep, type Io } from '../output/io.js';
import { plainTable } from '../output/table.js';
import { pluralize, printable } from '../output/text.js';

type Connection = Omit<ConnectOptions, 'works'>;
export interface FeedUpdateOptions extends Connection {
  names: string[];
  from?: string;
}
export interface FeedImportOptions extends Connection {
  name: string;
  from: string;
  part?: string;
}

const LOOK_EVERY_MS = 200;

/** Lists what is known, by publisher, and how old it is. */
export async function feedList(options: Connection, io: Io): Promise<number> {
  io.stdout.write(
    renderFeeds(
      await withClient({ ...options, needsFolder: true }, io, (client) =>
        listAll<FeedResponse>(client, '/feeds'),
      ),
    ),
  );
  return 0;
}

/** Feeds as a table. */
export function renderFeeds(feeds: readonly FeedResponse[]): string {
  const rows = feeds.map((f) => [
    f.name,
    f.status,
    f.needed ? 'yes' : 'no',
    printable(f.version ?? '-'),
    f.age_seconds === null ? '-' : age(f.age_seconds),
    f.records,
    f.ranges,
    f.rejected,
    printable(f.error ?? ''),
  ]);
  return plainTable(
    ['NAME', 'STATUS', 'NEEDED', 'VERSION', 'AGE', 'RECORDS', 'RANGES', 'REJECTED', 'ERROR'],
    rows,
  );
}

/** `12 min`, `5 h`, `3 days` */
export function age(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 2 * 86_400
    ? `${Math.floor(seconds / 3600)} h`
    : `${Math.floor(seconds / 86_400)} days`;
}

/** Has feeds fetched: those named, else those that something stored is judged by. Exit code 1 when one of them could not be; of an unknown name none is begun. */
export async function feedUpdate(options: FeedUpdateOptions, io: Io): Promise<number> {
  const { from, names } = options;
  if (from !== undefined) {
    if (names.length !== 1 || names[0] === undefined)
      throw new CommandError('--from needs the name of the one feed that is there', 2);
    return feedImport({ ...options, name: names[0], from }, io);
  }
  return withClient(options, io, async (client) => {
    const feeds = await listAll<FeedResponse>(client, '/feeds');
    const unknown = names.find((name) => !feeds.some((f) => f.name === name));
    if (unknown !== undefined)
      throw new CommandError(
        `There is no feed ${JSON.stringify(unknown)}; there are ${feeds.map((f) => f.name).join(', ')}`,
        2,
      );
    const asked = names.length > 0 ? names : feeds.filter((f) => f.needed).map((f) => f.name);
    if (asked.length === 0)
      io.stderr.write(
        'No host has an inventory or open ports yet, so that no feed is needed. Name those that you want.\n',
      );
    for (const name of asked)
      await getData(client, 'POST', `/feeds/${encodeURIComponent(name)}/update`);
    const ended = [];
    for (const name of asked) ended.push(await watch(client, name, io));
    return ended.some((feed) => feed.error !== null) ? 1 : 0;
  });
}

async function watch(client: Client, name: string, io: Io): Promise<FeedResponse> {
  const bar = feedBar(io.stderr, name);
  try {
    for (;;) {
      const feed = (await listAll<FeedResponse>(client, '/feeds')).find((f) => f.name === name);
      if (!feed) throw new CommandError(`There is no feed ${JSON.stringify(name)}`, 2);
      if (!feed.progress) {
        bar.end();
        io.stderr.write(outcome(feed));
        return feed;
      }
      bar.show(feed.progress);
      if (io.signal.aborted)
        throw new CommandError('Interrupted; a running service goes on with the update', 130);
      await sleep(LOOK_EVERY_MS, io.signal);
    }
  } finally {
    bar.end();
  }
}

const outcome = (feed: FeedResponse): string =>
  feed.error === null
    ? `${feed.name}: ${printable(feed.version ?? 'empty')}, ${pluralize(feed.records, 'record')}, ${pluralize(feed.ranges, 'range')}${feed.rejected > 0 ? `, ${feed.rejected} not understood ("GET /feeds/${feed.name}/rejected" lists them)` : ''}.\n`
    : `${feed.name}: ${printable(feed.error)}\n`;

/** Hands the publisher's file, a folder of such, or what an address holds to the service. */
export async function feedImport(options: FeedImportOptions, io: Io): Promise<number> {
  const bar = feedBar(io.stderr, options.name);
  const source = await openSource(options.from, bar, io);
  try {
    const query = options.part === undefined ? '' : `?part=${encodeURIComponent(options.part)}`;
    const answer = await withClient(options, io, (client) =>
      client.upload(
        'PUT',
        `/feeds/${encodeURIComponent(options.name)}${query}`,
        watched(source, bar),
        source.modified,
      ),
    );
    bar.end();
    io.stderr.write(outcome(readData<FeedResponse>(answer, [404]))); // there are these feeds and no others
    return 0;
  } finally {
    bar.end();
    source.close();
  }
}

function watched({ stream, bytes }: ImportSource, bar: FeedBar): Transform {
  let sent = 0;
  const counting = new Transform({
    transform(piece: Buffer, _encoding, next) {
      sent += piece.length;
      bar.show({ step: 'fetching', bytes: sent, total: bytes, records: 0 });
      next(null, piece);
    },
    flush(next) {
      bar.show({ step: 'loading', bytes: sent, total: bytes, records: 0 });
      next();
    },
  });
  return stream()
    .on('error', (error) => counting.destroy(error))
    .pipe(counting);
}
