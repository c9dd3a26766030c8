import type { Logger } from 'pino';
import { createHub, type LiveHub } from './agents/polling/create-hub.js';
import { pinKey, pinnedKey } from './agents/host-keys.js';
import type { Listening } from './agents/operations/callback-url.js';
import {
  createOperations,
  type OperationOverrides,
} from './agents/operations/create-operations.js';
import type { Config } from './config.js';
import type { Context } from './context.js';
import { createAdminToken } from './data-dir/admin-token.js';
import { filesOf, createDataDir } from './data-dir/paths.js';
import { openVault } from './data-dir/encryption-key.js';
import { lockDataDir, type ServiceRecord } from './data-dir/lock.js';
import { readTls } from './data-dir/tls.js';
import { openDatabase } from './database/database.js';
import { writeTransaction } from './database/write-transaction.js';
import { createEventLog } from './events/event-log.js';
import { createRetention } from './events/retention.js';
import { CATALOG } from './feeds/feeds.catalog.js';
import { createFeedFileStore } from './feeds/feed-files.js';
import { createFeeds, type Feeds } from './feeds/feeds.service.js';
import { matchedSubjects } from './feeds/fetch/required-feeds.js';
import { createDailyUpdate, withDailyUpdate } from './feeds/daily-update.js';
import { oldestReferencedGeneration } from './feeds/oldest-generation.js';
import { createAgentInventoryType } from './inventory/agent-inventory.type.js';
import { createImports } from './inventory/imports.js';
import { storeReport } from './inventory/inventories.service.js';
import { createInventoryType } from './inventory/inventory.type.js';
import { buildLogin } from './inventory/session/login.js';
import { createSessions, type HostKeys } from './inventory/session/session.js';
import { openKnowledge } from './knowledge/open-knowledge.js';
import type { FeedName } from './knowledge/records.js';
import { systemClock, type Clock } from './platform/clock.js';
import { agentScript } from './platform/process/collector-scripts.js';
import { createDatagrams } from './platform/net/udp-client.js';
import { createGuard, type AddressGuard } from './platform/net/address-guard.js';
import { loginPortsOf, type LoginPorts } from './platform/net/login-ports.js';
import type { PortScanner } from './platform/net/port-scanner.js';
import { createPortScanner } from './platform/scanner/scanner.js';
import { createDialer } from './platform/net/tcp-dialer.js';
import { createChecker } from './pentest/checks/checker.js';
import { createDetector } from './pentest/detect/detect.js';
import { createPentestType } from './pentest/pentest.type.js';
import { checkInfo } from './pentest/checks/list.js';
import { startEverySecond, type EverySecond } from './schedules/every-second.js';
import { createTicker } from './schedules/schedules.tick.js';
import { createTaskEngine } from './tasks/engine/engine.js';
import type { TaskType } from './tasks/task-type.js';
import { createStartTasks } from './tasks/tasks.start.js';
import { createMatcher } from './vulnerabilities/matching/matcher.js';
import { latestMatchedGeneration } from './vulnerabilities/newest-judgement.js';
import { gcFacts } from './vulnerabilities/gc/facts.gc.js';
import { gcResults } from './vulnerabilities/gc/results.gc.js';
import { createVulnerabilities } from './vulnerabilities/vulnerabilities.service.js';

export interface Overrides {
  clock?: Clock;
  types?: readonly TaskType[];
  loginPorts?: LoginPorts;
  operations?: OperationOverrides;
  feedAddress?: (feed: FeedName) => string;
}

/** A context with a life: what it needs to begin and to end. */
export interface LiveContext extends Context {
  /** the admin token, when this was the first start of the data folder */
  firstToken: string | undefined;
  announce: (record: ServiceRecord) => void;
  /** tells where requests are taken, which is where agents will call */
  listensOn: (listening: Listening) => void;
  /** goes on with the tasks that were working, and begins to fire schedules */
  begin(): Promise<void>;
  /** from now on requests are answered 503 */
  beginClosing(): void;
  /** ends in order: ticker, engine, scanner, database, lock */
  close(): Promise<void>;
}

/** Wires everything. Throws ConfigError or DataDirInUseError, and leaves nothing open then. */
export async function createContext(
  config: Config,
  log: Logger,
  overrides: Overrides = {},
): Promise<LiveContext> {
  const clock = overrides.clock ?? systemClock;
  const files = filesOf(config.DATA_DIR);
  createDataDir(config.DATA_DIR);
  const lock = lockDataDir(config.DATA_DIR, files);
  const undo: (() => unknown)[] = [() => lock.release()];
  try {
    const tls = readTls(config, files, clock.now());
    const database = openDatabase(files.database, clock.now());
    undo.unshift(() => database.close());
    const { db, sqlite } = database;
    const { knowledge, matcher, vulnerabilities } = openJudging(
      { database, clock, log },
      files.knowledge,
    );
    undo.unshift(() => knowledge.close());
    const vault = openVault(sqlite, files, config.ENCRYPTION_KEY);
    const firstToken = createAdminToken(sqlite, files, clock.now());
    let closing = false;
    const parts = {
      config,
      log,
      clock,
      database,
      db,
      sqlite,
      knowledge,
      matcher,
      vulnerabilities,
      vault,
      tls,
      ownCertificate: tls?.own ?? null,
      closing: () => closing,
    };
    const hub = createHub({
      database,
      clock,
      log,
      storeReport: (hostId, report) => storeReport(parts, hostId, report, { source: 'agent' }),
    });
    const feeds = openFeeds(parts, files.feeds, overrides);
    const { types, scanner } = overrides.types
      ? { types: overrides.types, scanner: null }
      : realTypes(parts, hub, overrides.loginPorts);
    const engine = createTaskEngine({
      database,
      clock,
      types,
      log,
      storeFindings: vulnerabilities.storeFindings,
      maxConcurrentTasks: config.MAX_CONCURRENT_TASKS,
    });
    const startTasks = createStartTasks(sqlite, config.MAX_HOSTS_PER_TASK);
    const ticker = createTicker({
      database,
      clock,
      zone: config.SCHEDULE_TIMEZONE,
      startTasks,
      wake: () => engine.wake(),
      log,
    });
    const events = createEventLog(sqlite);
    const retention = createRetention({
      database,
      clock,
      days: config.EVENT_RETENTION_DAYS,
      log,
      sweeps: [gcResults, gcFacts],
    });
    let listening: Listening | null = null;
    const agentOperations = createOperations({ ...parts, hub, events }, () => listening, {
      ...(overrides.loginPorts && { ports: overrides.loginPorts }),
      ...overrides.operations,
    });
    let timer: EverySecond | null = null;
    return {
      ...parts,
      feeds,
      events,
      engine,
      hub,
      agentOperations,
      startTasks,
      types,
      firstToken,
      announce: lock.announce,
      listensOn: (where) => {
        listening = where;
        agentOperations.wake();
      },
      readiness: () => ({
        database: engine.status().storage === 'ok' && isDatabaseReady(sqlite) ? 'ok' : 'failed',
        migrations: 'ok',
        ticker: timer?.isTicking() && ticker.isHealthy() ? 'ok' : 'failed',
      }),
      begin: async () => {
        await engine.resume();
        await agentOperations.resume();
        timer = startEverySecond(() => ticker.tick(clock.now()), clock);
        retention.begin();
        await feeds.start();
        vulnerabilities.begin();
      },
      beginClosing: () => {
        closing = true;
        hub.close();
      },
      close: async () => {
        closing = true;
        timer?.stop();
        for (const part of [retention, agentOperations, ticker, engine, scanner])
          await part?.close();
        hub.close();
        await hub.drain();
        for (const part of [vulnerabilities, feeds, knowledge, database]) await part.close();
        lock.release();
      },
    };
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

function openJudging(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  file: string,
): Pick<Context, 'knowledge' | 'matcher' | 'vulnerabilities'> {
  const knowledge = openKnowledge(file, clock.now(), latestMatchedGeneration(database.sqlite));
  if (knowledge.quarantined)
    log.warn(
      knowledge.quarantined,
      'the knowledge of vulnerabilities could not be used and is begun anew, from the files of feeds that the data folder keeps',
    );
  const matcher = createMatcher(knowledge);
  return {
    knowledge,
    matcher,
    vulnerabilities: createVulnerabilities({ database, knowledge, matcher, clock, log, checkInfo }),
  };
}

function openFeeds(
  { config, log, clock, sqlite, knowledge, vulnerabilities }: Parts,
  folder: string,
  overrides: Overrides,
): Feeds {
  const keepFrom = (): number => oldestReferencedGeneration(sqlite) ?? knowledge.generation();
  const feeds = createFeeds({
    knowledge,
    clock,
    log,
    files: createFeedFileStore(folder),
    maxBytes: config.FEED_LIMIT_BYTES,
    addressOf: overrides.feedAddress ?? ((feed) => CATALOG[feed].address),
    matchedSubjects: () => matchedSubjects(sqlite),
    retainFrom: keepFrom,
    rematchFleet: vulnerabilities.rematchFleet,
  });
  const installation = JSON.stringify(
    sqlite.prepare('SELECT value FROM settings ORDER BY name').pluck().all(),
  );
  return config.FEED_REFRESH === 'off'
    ? feeds
    : withDailyUpdate(
        feeds,
        createDailyUpdate({ knowledge: knowledge.sqlite, installation, clock, feeds, log }),
      );
}

type Parts = Pick<
  Context,
  | 'config'
  | 'log'
  | 'clock'
  | 'database'
  | 'db'
  | 'sqlite'
  | 'knowledge'
  | 'vault'
  | 'vulnerabilities'
  | 'closing'
>;

function realTypes(
  parts: Parts,
  hub: LiveHub,
  ports: LoginPorts = loginPortsOf(parts.config),
): { types: readonly TaskType[]; scanner: PortScanner } {
  const { config } = parts;
  const guard = createGuard(config.SCAN_ALLOW, config.SCAN_DENY);
  const scanner = createPortScanner({ guard });
  const dialer = createDialer(guard);
  const detector = createDetector({ dialer });
  const checker = createChecker({ dialer, datagrams: createDatagrams(guard), clock: parts.clock });
  const pentest = createPentestType({
    scanner,
    detector,
    checker,
    maxPorts: config.MAX_PORTS_PER_TEMPLATE,
  });
  return {
    scanner,
    types: [pentest, createAgentInventoryType({ hub }), sessionInventory(parts, guard, ports)],
  };
}

function sessionInventory(parts: Parts, guard: AddressGuard, ports: LoginPorts): TaskType {
  const { database, sqlite, clock } = parts;
  const keys: HostKeys = {
    pinned: (hostId, kind) => pinnedKey(sqlite, hostId, kind),
    pin: (hostId, kind, key) =>
      writeTransaction(database, () => pinKey(sqlite, hostId, kind, key, clock.now())),
  };
  return createInventoryType({
    guard,
    imports: createImports(sqlite),
    collect: createSessions({
      guard,
      ports,
      keys,
      trustOnFirstUse: parts.config.TRUST_ON_FIRST_USE,
      script: agentScript,
    }),
    credential: (id) => buildLogin(parts, id),
    storeReport: (hostId, report) => storeReport(parts, hostId, report, { source: 'session' }),
  });
}

function isDatabaseReady(sqlite: Context['sqlite']): boolean {
  try {
    return sqlite.prepare('SELECT 1').get() !== undefined;
  } catch {
    return false;
  }
}
