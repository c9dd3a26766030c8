import type { Sqlite } from '../../database/sqlite.js';
import { openFeed } from '../archives/open.js';
import type { ArchiveLimits } from '../archives/limits.js';
import type { Format, Item } from '../formats/format.js';
import { FORMATS } from '../formats/formats.js';
import { feedBooks } from './books.js';
import { FeedError, type JobFile, type JobResult, type LoadJob } from './jobs.js';
import { createRejectedStore } from './rejected.store.js';
import { count, emptyTally, refuseUseless, type Tally } from './tally.js';
import { targetOf, type Target } from './targets.js';

const TOLD_EVERY = 5_000; // items

/**
 * Reads files into their feed, in the transaction that is open. What is as it was stays untouched; where nothing changed there is no new generation.
 * Throws FeedError or FormatError, and the transaction is to be rolled back then.
 */
export async function loadFiles(sqlite: Sqlite, { feed, files, now }: LoadJob, told: (items: number) => void, limits?: ArchiveLimits): Promise<JobResult> {
  const format = FORMATS[feed];
  if (!format) throw new FeedError('unsupported_format', `The feed ${feed} cannot be read by this version`);
  const books = feedBooks(sqlite, feed, now);
  const generation = books.begin();
  const target = targetOf(sqlite, feed, generation);
  const total = emptyTally();
  let items = 0;
  for (const file of files) {
    const tally = await readFile(file, format, target, createRejectedStore(sqlite, feed, file.part), () => { if (++items % TOLD_EVERY === 0) told(items); }, limits);
    books.file(file, tally.rejected + tally.partial);
    add(total, tally);
  }
  const outcome = target.outcome();
  books.end(generation, outcome, total.version, files.every((file) => file.part === null));
  return { changed: outcome.changed, records: total.records, ignored: total.ignored, rejected: total.rejected + total.partial };
}

async function readFile(file: JobFile, format: Format, target: Target, rejected: ReturnType<typeof createRejectedStore>, told: () => void, limits?: ArchiveLimits): Promise<Tally> {
  const tally = emptyTally();
  let example: string | null = null;
  target.replacing(file.part);
  for await (const { path, text } of openFeed(file.path, (p) => format.member(p), limits)) {
    const part = file.part ?? format.part(path);
    const take = (item: Item): void => {
      told();
      count(tally, item);
      if ('rejected' in item) {
        example ??= [item.rejected.record, item.rejected.reason].filter((words) => words !== '').join(': ');
        rejected.put(part, item.rejected);
      } else target.put(part, item);
    };
    const items = format.read({ path, part, text });
    if (Symbol.iterator in items) for (const item of items) take(item);
    else for await (const item of items) take(item);
  }
  refuseUseless(tally, example);
  if (file.merges !== true) target.closeGone();
  return tally;
}

function add(total: Tally, { records, ignored, rejected, partial, version }: Tally): void {
  total.records += records;
  total.rejected += rejected;
  total.partial += partial;
  for (const [reason, n] of Object.entries(ignored)) total.ignored[reason] = (total.ignored[reason] ?? 0) + n;
  if (version !== null) count(total, { version });
}
