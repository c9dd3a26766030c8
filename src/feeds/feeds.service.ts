import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../errors.js';
import type { Knowledge } from '../knowledge/open.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../outside/clock.js';
import type { FeedFolder } from './feeds.folder.js';
import { feedReader, type FeedAnswer } from './feeds.view.js';
import { receive } from './incoming.js';
import { FeedError, type FeedJob, type JobFile } from './load/jobs.js';
import { startJob } from './load/start-job.js';
import { createQueue } from './queue.js';

export interface FeedParts {
  knowledge: Knowledge;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  folder: FeedFolder;
  /** bytes that a feed's file may have */
  limit: number;
  /** the oldest generation that anything still asks for */
  keepFrom: () => number;
  /** judges the fleet by the newest knowledge; resolves when its findings are in force */
  judgeFleet: () => Promise<unknown>;
}

export interface Feeds {
  view: (name: FeedName) => FeedAnswer;
  /** puts the publisher's file in force: resolves when the fleet was judged by it. Throws AppError, and nothing changed then. */
  replace(name: FeedName, body: Readable, part: string | null): Promise<FeedAnswer>;
  empty(name: FeedName): Promise<void>;
  /** notes what the end of the last service cut off */
  begin(): Promise<void>;
  /** ends what is under way; nothing of it comes in force */
  close(): Promise<void>;
}

const CODES: Readonly<Record<FeedError['code'], ErrorCode>> = {
  unsupported_format: 'unsupported_format', truncated: 'feed_damaged', malformed: 'feed_damaged', too_large: 'feed_too_large', not_understood: 'feed_not_understood',
};

const CUT_OFF = 'The service ended during the update; what was in force before still is';

export function createFeeds(parts: FeedParts): Feeds {
  const { knowledge, clock, folder, log } = parts;
  const queue = createQueue();
  const view = feedReader(knowledge, () => clock.now(), queue.holds);
  let running: ReturnType<typeof startJob> | null = null;

  async function run(job: FeedJob): Promise<boolean> {
    running = startJob(job, () => undefined);
    try {
      const { changed, ...counts } = await running.done;
      log.info({ feed: job.feed, job: job.kind, changed, ...counts }, 'feed job done');
      if (changed) await parts.judgeFleet();
      return changed;
    } finally {
      running = null;
    }
  }

  async function load(feed: FeedName, file: JobFile): Promise<void> {
    try {
      await run({ kind: 'load', knowledge: knowledge.file, feed, now: clock.now(), files: [file], keepFrom: parts.keepFrom() });
    } catch (error) {
      if (error instanceof FeedError) throw new AppError(CODES[error.code], error.message);
      throw error;
    }
  }

  return {
    view,
    async replace(feed, body, part) {
      const path = folder.incoming(feed);
      try {
        const sha256 = await receive(body, path, parts.limit);
        await queue.add(feed, async () => {
          await load(feed, { path, part, sha256, merges: merges(feed, part), address: null, etag: null, lastModified: null });
          folder.keep(feed, part, path);
        });
        return view(feed);
      } finally {
        rmSync(path, { force: true });
      }
    },
    empty: (feed) => queue.add(feed, async () => {
      await run({ kind: 'empty', knowledge: knowledge.file, feed, now: clock.now() });
      folder.remove(feed);
    }),
    async begin() {
      for (const feed of folder.takeLeft()) await queue.add(feed, () => run({ kind: 'note', knowledge: knowledge.file, feed, now: clock.now(), error: CUT_OFF }));
    },
    async close() {
      queue.close();
      await running?.stop();
      await queue.idle();
    },
  };
}

/** NVD's `modified` file holds what changed in the last eight days, and nothing else. */
const merges = (feed: FeedName, part: string | null): boolean => feed === 'nvd' && part === 'modified';
