import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../platform/clock.js';
import { AT_ONCE, type DownloadPace } from '../platform/http/download.js';
import type { EventSink } from '../events/stream/create-stream.js';
import { createFeedEvents } from './feed-events.js';
import { createFeedFileStore } from './feed-files.js';
import { createFeeds, type Feeds } from './feeds.service.js';
import { createFeedReadStatements } from './feeds.statements.js';
import { createDailyUpdate, withDailyUpdate } from './fetch/daily-update.js';
import { feedAddresses } from './fetch/feed-addresses.js';
import { createUsageStatements } from './usage.statements.js';

type FeedSettings =
  | 'FEED_LIMIT_BYTES'
  | 'FEED_MIRROR'
  | 'FEED_REFRESH'
  | 'FEED_STALE_DAYS'
  | 'HTTPS_PROXY'
  | 'HTTP_PROXY'
  | 'NO_PROXY';

interface FeedServiceDeps {
  config: Pick<Config, FeedSettings>;
  database: Database;
  knowledge: Knowledge;
  clock: Clock;
  log: Logger;
  events: EventSink;
  /** Re-evaluates all hosts after a change of the vulnerability database. */
  rematchFleet: () => Promise<unknown>;
}

export interface FeedServiceOptions {
  /** folder of the stored feed files */
  folder: string;
  /** differs between installations: spreads their daily updates over the day */
  installation: string;
  /** default: the publishers' URLs, or those of FEED_MIRROR */
  feedAddress?: (feed: FeedName) => string;
  /** default: the clock of the system */
  feedPace?: Omit<DownloadPace, 'slot'>;
}

/** Wires the feeds; with FEED_REFRESH=auto they are updated daily from `start` to `close`. */
export function createFeedService(deps: FeedServiceDeps, options: FeedServiceOptions): Feeds {
  const { config, clock, log, knowledge, rematchFleet } = deps;
  const usage = createUsageStatements(deps.database.sqlite);
  const statements = createFeedReadStatements(knowledge.sqlite);
  const feeds = createFeeds({
    knowledge,
    statements,
    clock,
    log,
    files: createFeedFileStore(options.folder),
    events: createFeedEvents(deps),
    maxBytes: config.FEED_LIMIT_BYTES,
    staleDays: config.FEED_STALE_DAYS,
    addressesOf: (feed) =>
      options.feedAddress ? [options.feedAddress(feed)] : feedAddresses(feed, config.FEED_MIRROR),
    proxies: config,
    pace: options.feedPace ?? AT_ONCE,
    isRefreshed: config.FEED_REFRESH !== 'off',
    matchedSubjects: usage.matchedSubjects,
    retainFrom: () => usage.oldestReferencedGeneration() ?? knowledge.generation(),
    rematchFleet,
  });
  if (config.FEED_REFRESH === 'off') return feeds;
  const { installation } = options;
  return withDailyUpdate(feeds, createDailyUpdate({ statements, installation, clock, feeds, log }));
}
