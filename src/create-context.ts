import type { Logger } from 'pino';
import { createHostKeys } from './agents/host-keys.js';
import type { Listening } from './agents/operations/callback-url.js';
import {
  createOperations,
  type OperationOverrides,
} from './agents/operations/create-operations.js';
import { createHub, type LiveHub } from './agents/polling/create-hub.js';
import { createIdentityCheck } from './agents/polling/machine-identity.js';
import { createClockWatch } from './clock/clock-watch.js';
import type { Config } from './config.js';
import { createCallers, type AccessOverrides } from './console-server/create-console.js';
import type { Context, LiveContext } from './context.js';
import { createTaskTypes } from './create-task-types.js';
import { installationSeed } from './data-dir/encryption-key.js';
import { openDataDir } from './data-dir/open-data-dir.js';
import type { Files } from './data-dir/paths.js';
import { createEventLog } from './events/event-log.js';
import { createRetention } from './events/retention.js';
import { createEventStream } from './events/stream/create-stream.js';
import { createFeedService, type FeedServiceOptions } from './feeds/create-feeds.js';
import type { Feeds } from './feeds/feeds.service.js';
import { createFleet } from './fleet/create-fleet.js';
import { createInventories } from './inventory/inventories.service.js';
import type { FeedName } from './knowledge/records.js';
import { createCloseStack, type CloseStack } from './lib/close-stack.js';
import { createNotifications, type Notifications } from './notifications/create-notifications.js';
import { createReportedMatching } from './notifications/exploited/reported-matching.js';
import { systemClock, type Clock } from './platform/clock.js';
import { loginPortsOf, type LoginPorts } from './platform/net/login-ports.js';
import { createReports } from './reports/create-reports.js';
import { createSchedules, type Schedules } from './schedules/create-schedules.js';
import { createTaskEngine } from './tasks/engine/engine.js';
import type { TaskType } from './tasks/task-type.js';
import { createStartTasks } from './tasks/tasks.start.js';

/** Replacements for tests. */
export interface Overrides extends AccessOverrides {
  clock?: Clock;
  taskTypes?: readonly TaskType[];
  loginPorts?: LoginPorts;
  operations?: OperationOverrides;
  feedAddress?: (feed: FeedName) => string;
  feedPace?: FeedServiceOptions['feedPace'];
}

/** Wires the whole service. Throws ConfigError or DataDirInUseError; nothing stays open then. */
export async function createContext(
  config: Config,
  log: Logger,
  overrides: Overrides = {},
): Promise<LiveContext> {
  const onClose = createCloseStack();
  try {
    return wire(config, log, overrides, onClose);
  } catch (error) {
    await onClose.close();
    throw error;
  }
}

function wire(config: Config, log: Logger, overrides: Overrides, onClose: CloseStack): LiveContext {
  const clock = overrides.clock ?? systemClock;
  let isClosing = false;
  const { files, lock, database, tls, vault, firstToken } = openDataDir(config, clock, onClose);
  const clockWatch = createClockWatch({ database, clock, log });
  onClose.add(() => clockWatch.close());
  const matching = createReportedMatching({ database, clock, log }, files.knowledge, onClose);
  const base = {
    config,
    log,
    clock,
    clockWatch,
    database,
    eventStream: createEventStream(database, clock),
    ...createCallers({ config, log, clock, clockWatch, database }, overrides, onClose),
    tls,
    vault,
    hostKeys: createHostKeys(database, clock, overrides.loginPorts ?? loginPortsOf(config)),
    ...matching,
    isClosing: () => isClosing,
  };
  const deps = { ...base, ...wireReaders(base, onClose), inventories: createInventories(base) };
  const feeds = wireFeeds(deps, files, overrides, onClose);
  const hub = wireHub(deps, onClose);
  const notifications = createNotifications({ ...deps, feeds }, onClose);
  const { schedules, ...tasks } = wireTasks({ ...deps, notifications }, hub, overrides, onClose);
  const background = wireBackground({ ...deps, notifications }, hub, overrides, onClose);
  return {
    ...deps,
    feeds,
    hub,
    notifications,
    ...tasks,
    events: background.events,
    agentOperations: background.agentOperations,
    firstToken,
    announce: lock.announce,
    listensOn: background.listensOn,
    readiness: readinessOf({ database, schedules, engine: tasks.engine }),
    begin: async () => {
      await tasks.engine.resume();
      await background.agentOperations.resume();
      schedules.begin();
      notifications.begin();
      clockWatch.begin();
      background.retention.begin();
      await feeds.start();
      deps.vulnerabilities.begin();
    },
    beginClosing: () => {
      isClosing = true;
      hub.close();
    },
    close: () => {
      isClosing = true;
      return onClose.close();
    },
  };
}

interface ReadinessDeps extends Pick<Context, 'database' | 'engine'> {
  schedules: Schedules;
}

const readinessOf =
  ({ database, engine, schedules }: ReadinessDeps): Context['readiness'] =>
  () => ({
    database: engine.status().storage === 'ok' && database.isReady() ? 'ok' : 'failed',
    migrations: 'ok',
    ticker: schedules.isTicking() ? 'ok' : 'failed',
  });

type WiringDeps = Pick<
  Context,
  | 'config'
  | 'audit'
  | 'log'
  | 'clock'
  | 'clockWatch'
  | 'database'
  | 'eventStream'
  | 'tls'
  | 'vault'
  | 'hostKeys'
  | 'knowledge'
  | 'vulnerabilities'
  | 'inventories'
  | 'isClosing'
>;

/** Wires what reads the whole database in threads: the fleet and the reports. */
function wireReaders(
  deps: Omit<WiringDeps, 'inventories'>,
  onClose: CloseStack,
): Pick<Context, 'fleet' | 'renderer' | 'readChainCounts'> {
  const fleet = createFleet(deps);
  onClose.add(() => fleet.close());
  return { fleet, ...createReports(deps, onClose) };
}

function wireFeeds(
  deps: WiringDeps,
  files: Files,
  { feedAddress, feedPace }: Overrides,
  onClose: CloseStack,
): Feeds {
  const { database, vulnerabilities } = deps;
  const feeds = createFeedService(
    { ...deps, events: deps.eventStream, rematchFleet: vulnerabilities.rematchFleet },
    { folder: files.feeds, installation: installationSeed(database.sqlite), feedAddress, feedPace },
  );
  onClose.add(() => feeds.close());
  onClose.add(() => vulnerabilities.close()); // first: a feed job waits for its re-evaluation
  return feeds;
}

function wireHub(deps: WiringDeps, onClose: CloseStack): LiveHub {
  const { database, clock, eventStream, log, config } = deps;
  const accept = createIdentityCheck(database, eventStream, () => clock.now());
  const hub = createHub({
    database,
    clock,
    eventStream,
    log,
    agentLimits: config.RATE_LIMIT_PER_MINUTE === 0 ? { requestsPerMinute: 0 } : {},
    storeReport: (hostId, report) =>
      deps.inventories.storeReport(hostId, report, { source: 'agent', accept: accept(hostId) }),
  });
  onClose.add(() => hub.drain());
  onClose.add(() => hub.close());
  return hub;
}

type NotifyingDeps = WiringDeps & { notifications: Notifications };

/** Wires task types, engine and schedules. */
function wireTasks(deps: NotifyingDeps, hub: LiveHub, overrides: Overrides, onClose: CloseStack) {
  const { config, database, clock, log } = deps;
  const { taskEnded, startsMissed } = deps.notifications.outbox;
  const types = overrides.taskTypes ?? createTaskTypes(deps, hub, overrides, onClose);
  const engine = createTaskEngine({
    ...deps,
    types,
    storeFindings: deps.vulnerabilities.storeFindings,
    forgetFindings: deps.vulnerabilities.forgetPortFindings,
    onTaskEnd: taskEnded,
    maxConcurrentTasks: config.MAX_CONCURRENT_TASKS,
    startsAfterResume: overrides.isLocal === true,
  });
  onClose.add(() => engine.close());
  const startTasks = createStartTasks(database.sqlite, config.MAX_HOSTS_PER_TASK);
  const schedules = createSchedules(
    {
      database,
      clock,
      zone: config.SCHEDULE_TIMEZONE,
      startTasks,
      wake: () => engine.wake(),
      onMissed: startsMissed,
      log,
    },
    onClose,
  );
  return { taskTypes: types, engine, startTasks, schedules };
}

/** Wires events, their retention, and operations on agents. */
function wireBackground(
  deps: NotifyingDeps,
  hub: LiveHub,
  overrides: Overrides,
  onClose: CloseStack,
) {
  const { config, database, clockWatch, log } = deps;
  const events = createEventLog(database.sqlite, () => deps.eventStream.wake());
  let listening: Listening | null = null;
  const agentOperations = createOperations({ ...deps, hub, events }, () => listening, {
    ...(overrides.loginPorts && { ports: overrides.loginPorts }),
    ...overrides.operations,
  });
  onClose.add(() => agentOperations.close());
  const retention = createRetention({
    database,
    clockWatch,
    days: config.EVENT_RETENTION_DAYS,
    log,
    cleanupTasks: [
      (_, stop) => deps.vulnerabilities.resultGc.run(stop),
      (_, stop) => deps.vulnerabilities.factGc.run(stop),
      (_, stop) => deps.audit.deleteOld(stop),
      (_, stop) => deps.notifications.deleteOld(stop),
    ],
  });
  onClose.add(() => retention.close());
  return {
    events,
    agentOperations,
    retention,
    listensOn: (where: Listening): void => {
      listening = where;
      agentOperations.wake();
    },
  };
}
