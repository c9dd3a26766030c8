import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../platform/clock.js';
import type { EventSink } from '../events/stream/create-stream.js';
import { createFeedEvents } from './feed-events.js';
import { createFeedFileStore } from './feed-files.js';
import { CATALOG } from './feeds.catalog.js';
import { createFeeds, type Feeds } from './feeds.service.js';
import { createFeedReadStatements } from './feeds.statements.js';
import { createDailyUpdate, withDailyUpdate } from './fetch/daily-update.js';
import { createUsageStatements } from './usage.statements.js';

interface FeedServiceDeps {
  config: Pick<Config, 'FEED_LIMIT_BYTES' | 'FEED_REFRESH' | 'FEED_STALE_DAYS'>;
  database: Database;
  knowledge: Knowledge;
  clock: Clock;
  log: Logger;
  events: EventSink;
  /** Re-evaluates all hosts after a change of the vulnerability database. */
  rematchFleet: () => Promise<unknown>;
}

interface FeedServiceOptions {
  /** folder of the stored feed files */
  folder: string;
  /** differs between installations: spreads their daily updates over the day */
  installation: string;
  /** default: the publishers' URLs */
  feedAddress?: (feed: FeedName) => string;
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
    addressOf: options.feedAddress ?? ((feed) => CATALOG[feed].address),
    matchedSubjects: usage.matchedSubjects,
    retainFrom: () => usage.oldestReferencedGeneration() ?? knowledge.generation(),
    rematchFleet,
  });
  if (config.FEED_REFRESH === 'off') return feeds;
  const { installation } = options;
  return withDailyUpdate(feeds, createDailyUpdate({ statements, installation, clock, feeds, log }));
}
