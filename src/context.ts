import type { Logger } from 'pino';
import type { HostKeys } from './agents/host-keys.js';
import type { AgentOperations } from './agents/operations/operations.runner.js';
import type { Listening } from './agents/operations/callback-url.js';
import type { LiveHub } from './agents/polling/create-hub.js';
import type { AuditLog } from './audit/audit-log.js';
import type { LoginRefusal } from './audit/refuse-login.js';
import type { ClockWatch } from './clock/clock-watch.js';
import type { Config } from './config.js';
import type { Vault } from './credentials/vault.js';
import type { Tls } from './data-dir/tls.js';
import type { ServiceRecord } from './data-dir/lock.js';
import type { Database } from './database/database.js';
import type { EventLog } from './events/events.js';
import type { EventStream } from './events/stream/create-stream.js';
import type { Feeds } from './feeds/feeds.service.js';
import type { FleetReader } from './fleet/create-fleet.js';
import type { Inventories } from './inventory/inventories.service.js';
import type { Knowledge } from './knowledge/open-knowledge.js';
import type { Notifications } from './notifications/create-notifications.js';
import type { Clock } from './platform/clock.js';
import type { ReadChainCounts } from './reports/chain/chain.service.js';
import type { ReportRenderer } from './reports/render-worker/pool.js';
import type { TaskEngine } from './tasks/engine/engine.js';
import type { TaskType } from './tasks/task-type.js';
import type { Sessions } from './sessions/create-sessions.js';
import type { StartTasks } from './tasks/tasks.start.js';
import type { Authenticator } from './tokens/authenticate.js';
import type { Vulnerabilities } from './vulnerabilities/create-vulnerabilities.js';

/**
 * The wired features of the service. Routes, wiring and tests import it; features declare the part
 * they need as their own `XxxDeps` interface.
 */
export interface Context {
  config: Config;
  log: Logger;
  clock: Clock;
  /** notices jumps of the clock, and knows what may be deleted */
  clockWatch: ClockWatch;
  database: Database;
  vault: Vault;
  /** the vulnerability database, built from the feeds */
  knowledge: Knowledge;
  /** keeps the findings of all hosts up to date */
  vulnerabilities: Vulnerabilities;
  /** stores the inventories of all hosts */
  inventories: Inventories;
  feeds: Feeds;
  /** renders all reports: one pool of threads */
  renderer: ReportRenderer;
  readChainCounts: ReadChainCounts;
  /** answers questions about all hosts */
  fleet: FleetReader;
  /** the keys that machines are recognized by, and who may log in there */
  hostKeys: HostKeys;
  /** the events of agents */
  events: EventLog;
  /** the events of all topics in one sequence */
  eventStream: EventStream;
  authenticator: Authenticator;
  /** sessions of the console */
  sessions: Sessions;
  audit: AuditLog;
  /** answers failed logins */
  logins: LoginRefusal;
  /** the requests are of a command that opened the data directory itself */
  isLocal: boolean;
  /** the built console */
  consoleFolder: URL;
  /** how a person starts the program on this data directory */
  program: string;
  /** certificate and key of the server; null: plain HTTP */
  tls: Tls | null;
  engine: TaskEngine;
  /** connected agents */
  hub: LiveHub;
  /** installs, updates and removals of agents */
  agentOperations: AgentOperations;
  startTasks: StartTasks;
  notifications: Notifications;
  taskTypes: readonly TaskType[];
  /** state of each part that readiness depends on */
  readiness(): Record<'database' | 'migrations' | 'ticker', 'ok' | 'failed'>;
  /** true from the start of the shutdown */
  isClosing(): boolean;
}

/** A context with its lifecycle. */
export interface LiveContext extends Context {
  /** text of the admin token; undefined: not the first start on this data directory */
  firstToken: string | undefined;
  /** publishes where the service listens, for commands on the same data directory */
  announce: (record: ServiceRecord) => void;
  /** sets the address that the service listens on: agents call it */
  listensOn: (listening: Listening) => void;
  /** resumes unfinished tasks and starts to fire schedules */
  begin(): Promise<void>;
  /** from now on requests are answered with 503 */
  beginClosing(): void;
  /** closes in reverse order of creation: ticker, engine, scanner, database, lock */
  close(): Promise<void>;
}
