import cron from 'node-cron';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Context } from './context.js';
import { makeAdminToken } from './data-folder/admin-token.js';
import { filesOf, makeFolder } from './data-folder/files.js';
import { openVault } from './data-folder/key.js';
import { lockFolder, type ServiceRecord } from './data-folder/lock.js';
import { openDatabase } from './database/database.js';
import { createEventLog } from './events/event-log.js';
import { createRetention } from './events/retention.js';
import { systemClock, type Clock } from './outside/clock.js';
import { createGuard } from './outside/guard.js';
import type { PortScanner } from './outside/port-scanner.js';
import { createPortScanner } from './outside/scanner/scanner.js';
import { createDialer } from './outside/tcp-dialer.js';
import { createDetector } from './pentest/detect/detect.js';
import { createPentestType } from './pentest/pentest.type.js';
import { createTicker } from './schedules/schedules.tick.js';
import { createTaskEngine } from './tasks/engine.js';
import type { TaskType } from './tasks/task-type.js';
import { createStartTasks } from './tasks/tasks.start.js';

export interface Overrides { clock?: Clock; types?: readonly TaskType[] }

/** A context with a life: what it needs to begin and to end. */
export interface LiveContext extends Context {
  /** the admin token, when this was the first start of the data folder */
  firstToken: string | undefined;
  announce: (record: ServiceRecord) => void;
  /** goes on with the tasks that were working, and begins to fire schedules */
  begin(): Promise<void>;
  /** from now on requests are answered 503 */
  beginClosing(): void;
  /** ends in order: ticker, engine, scanner, database, lock */
  close(): Promise<void>;
}

/** Wires everything. Throws ConfigError or DataFolderBusyError, and leaves nothing open then. */
export async function createContext(config: Config, log: Logger, overrides: Overrides = {}): Promise<LiveContext> {
  const clock = overrides.clock ?? systemClock;
  const files = filesOf(config.DATA_DIR);
  makeFolder(config.DATA_DIR);
  const lock = lockFolder(config.DATA_DIR, files);
  const undo: (() => unknown)[] = [() => lock.release()];
  try {
    const database = openDatabase(files.database, clock.now());
    undo.unshift(() => database.close());
    const { db, sqlite } = database;
    const vault = openVault(sqlite, files, config.ENCRYPTION_KEY);
    const firstToken = makeAdminToken(sqlite, files, clock.now());
    const { types, scanner } = overrides.types ? { types: overrides.types, scanner: null } : realTypes(config);
    const engine = createTaskEngine({ database, clock, types, log, maxConcurrentTasks: config.MAX_CONCURRENT_TASKS });
    const startTasks = createStartTasks(sqlite, config.MAX_HOSTS_PER_TASK);
    const ticker = createTicker({ database, clock, zone: config.SCHEDULE_TIMEZONE, startTasks, wake: () => engine.wake(), log });
    const events = createEventLog(sqlite);
    const retention = createRetention({ database, clock, days: config.EVENT_RETENTION_DAYS, log });
    let closing = false;
    let job: { stop(): unknown } | null = null;
    let hourly: { stop(): unknown } | null = null;
    return {
      config, log, clock, database, db, sqlite, vault, events, engine, startTasks, types, firstToken, announce: lock.announce,
      closing: () => closing,
      readiness: () => ({ database: databaseAnswers(sqlite), migrations: 'ok', ticker: job !== null && ticker.healthy() ? 'ok' : 'failed' }),
      begin: async () => {
        await engine.resume();
        job = cron.schedule('* * * * * *', () => void ticker.tick(clock.now()), { noOverlap: true });
        hourly = cron.schedule('7 * * * *', () => void retention.sweep());
        void retention.sweep();
      },
      beginClosing: () => { closing = true; },
      close: async () => {
        closing = true;
        await job?.stop();
        await hourly?.stop();
        await retention.close();
        await ticker.close();
        await engine.close();
        await scanner?.close();
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

function realTypes(config: Config): { types: readonly TaskType[]; scanner: PortScanner } {
  const guard = createGuard(config.SCAN_ALLOW, config.SCAN_DENY);
  const scanner = createPortScanner({ guard });
  const detector = createDetector({ dialer: createDialer(guard) });
  return { scanner, types: [createPentestType({ scanner, detector, maxPorts: config.MAX_PORTS_PER_TEMPLATE })] };
}

function databaseAnswers(sqlite: Context['sqlite']): 'ok' | 'failed' {
  try {
    return sqlite.prepare('SELECT 1').get() ? 'ok' : 'failed';
  } catch {
    return 'failed';
  }
}
