import type { Logger } from 'pino';
import type { LiveHub } from './agents/polling/create-hub.js';
import type { AgentOperations } from './agents/operations/operations.runner.js';
import type { Config } from './config.js';
import type { Vault } from './credentials/vault.js';
import type { Database, Db } from './database/database.js';
import type { Sqlite } from './database/sqlite.js';
import type { Feeds } from './feeds/feeds.service.js';
import type { Knowledge } from './knowledge/open-knowledge.js';
import type { Clock } from './platform/clock.js';
import type { ServerCertificate, Tls } from './data-dir/tls.js';
import type { EventLog } from './events/events.js';
import type { TaskEngine } from './tasks/engine/engine.js';
import type { StartTasks } from './tasks/tasks.start.js';
import type { TaskType } from './tasks/task-type.js';
import type { Matcher } from './vulnerabilities/facts.js';
import type { Vulnerabilities } from './vulnerabilities/vulnerabilities.service.js';

/** What the parts of the service share. Made in one place, with overrides for tests. */
export interface Context {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  db: Db;
  sqlite: Sqlite;
  vault: Vault;
  /** the publishers' vulnerability data */
  knowledge: Knowledge;
  matcher: Matcher;
  /** keeps up to date what is wrong with the hosts */
  vulnerabilities: Vulnerabilities;
  /** where that comes from */
  feeds: Feeds;
  events: EventLog;
  /** what the server shows; null: it speaks plain HTTP */
  tls: Tls | null;
  /** what agents must be told to trust; null: plain HTTP, or a certificate that they know how to check */
  ownCertificate: ServerCertificate | null;
  engine: TaskEngine;
  /** the agents that are connected */
  hub: LiveHub;
  /** installs, updates and removals of agents */
  agentOperations: AgentOperations;
  startTasks: StartTasks;
  /** the kinds of task there are */
  types: readonly TaskType[];
  /** is each part ready to work? */
  readiness(): Record<'database' | 'migrations' | 'ticker', 'ok' | 'failed'>;
  /** true from the moment the service begins to shut down */
  closing(): boolean;
}
