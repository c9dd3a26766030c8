import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { createSerialQueue } from '../lib/serial-queue.js';
import { createWorkerClient, type WorkerClient } from '../lib/worker/client.js';
import { createLocalWorkerClient } from '../lib/worker/local-client.js';
import type { Clock } from '../platform/clock.js';
import type { Vulnerabilities } from '../vulnerabilities/create-vulnerabilities.js';
import { createFindingChanges } from '../vulnerabilities/ledger/finding-changes.js';
import { createFleetHandlers } from './fleet-handlers.js';
import { createDaySaving } from './history/day-saving.js';
import type { AnyFleetRequest, FleetAnswers, FleetProtocol, FleetQuestion } from './messages.js';
import { createSumStore } from './sums/host-sums.store.js';

interface FleetDeps {
  database: Pick<Database, 'sqlite' | 'db'>;
  knowledge: Pick<Knowledge, 'file'>;
  vulnerabilities: Pick<Vulnerabilities, 'hostChanges'>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  config: Pick<Config, 'FEED_STALE_DAYS'>;
  log: Pick<Logger, 'error'>;
}

/** Answers questions about the whole fleet, in another thread. */
export interface FleetReader {
  /** Resolves to the answer, as of everything that is committed. */
  ask: <Q extends FleetQuestion>(
    question: Q,
    query: FleetAnswers[Q]['query'],
  ) => Promise<FleetAnswers[Q]['answer']>;
  /** Starts the thread ahead of the first question, and keeps the stored sums current from now on. */
  begin: () => void;
  /** Resolves when today is stored as it is now. */
  saveDay: () => Promise<void>;
  close: () => Promise<void>;
}

const MAX_MEMORY_MB = 2048; // 10,000 hosts with 100 findings each take a tenth of it
const REFRESH_MS = 10_000;
const IDLE_MS = 15 * 60_000;

/** The thread starts with the first question. @param url of the compiled worker; without it, this thread answers */
export function createFleet(
  deps: FleetDeps,
  url = new URL('fleet.worker.js', import.meta.url),
): FleetReader {
  const { database, knowledge, vulnerabilities, clock, config, log } = deps;
  const client = createClient(url);
  const findingChanges = createFindingChanges(database.sqlite);
  const saving = createSaving(deps);
  const saveSums = createSumStore(database, findingChanges);
  let mustReload = false;
  let timer: NodeJS.Timeout | undefined;
  const idleness = createIdleness(clock);
  const files = { database: database.sqlite.name, knowledge: knowledge.file };

  const ask: FleetReader['ask'] = async (question, query) => {
    const changes = vulnerabilities.hostChanges.take();
    const isAll = changes.isAll || mustReload;
    const time = { now: clock.now(), staleDays: config.FEED_STALE_DAYS };
    const reload = { changes: { ...changes, isAll }, mustReload: mustReload || saving.hasFailed() };
    // The type of a request whose question is not known yet is not a union member.
    const request = { question, query, files, ...reload, ...time } as unknown as AnyFleetRequest;
    mustReload = false;
    try {
      const { answer, update } = await idleness.during(question, () => client.request(request));
      if (update !== null) void saving.add(() => saveSums(update));
      return answer;
    } catch (error) {
      mustReload = true; // the changes of this request may be lost
      throw error;
    }
  };

  const readDay = () => ask('day', null);
  const days = createDaySaving({ database, clock, readDay, store: saving.add });
  const refresh = (): void => {
    const read = async (): Promise<void> => {
      await ask('summary', null);
      await days.saveDay();
      await ask('vulnerabilities', { filter: {}, page: { page: 1, limit: 1 } });
    };
    read().catch((err: unknown) => {
      log.error({ err }, 'the sums of the fleet could not be computed');
    });
  };
  return {
    ask,
    saveDay: days.saveDay,
    begin() {
      if (timer !== undefined) return;
      refresh();
      timer = setInterval(() => {
        if (idleness.isLarge()) void client.terminate().then(refresh);
        else if (findingChanges.any() || days.isDue()) refresh();
      }, REFRESH_MS).unref();
    },
    async close() {
      clearInterval(timer);
      await client.close();
      await saving.close();
    },
  };
}

/** Questions that leave no more than the sums of the hosts in the memory of the thread. */
const SMALL: ReadonlySet<FleetQuestion> = new Set([
  'summary',
  'coverage',
  'hosts',
  'vulnerabilities',
  'findings',
  'flatFindings',
  'acceptable',
  'day',
]);

/** Knows when the thread holds more than it has been asked for lately: another thread then has less in memory. */
function createIdleness({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  let pending = 0;
  let lastLarge: number | null = null;
  return {
    async during<T>(question: FleetQuestion, work: () => Promise<T>): Promise<T> {
      pending += 1;
      try {
        return await work();
      } finally {
        pending -= 1;
        if (!SMALL.has(question)) lastLarge = monotonicMs();
      }
    },
    /** Returns true once, when the thread is idle and such a question is long ago. */
    isLarge(): boolean {
      if (pending > 0 || lastLarge === null || monotonicMs() - lastLarge < IDLE_MS) return false;
      lastLarge = null;
      return true;
    },
  };
}

/** Stores what was computed in the background, in the order in which it was computed. */
function createSaving({ log }: Pick<FleetDeps, 'log'>) {
  const queue = createSerialQueue();
  let hasFailed = false;
  return {
    /** Resolves when it is stored, or could not be. */
    add: (save: () => Promise<void>): Promise<void> =>
      queue.add(save).catch((err: unknown) => {
        hasFailed = true;
        log.error({ err }, 'the sums of the fleet could not be stored');
      }),
    /** Whether something was not stored since the last call. */
    hasFailed(): boolean {
      const was = hasFailed;
      hasFailed = false;
      return was;
    },
    close: () => queue.idle(),
  };
}

const createClient = (url: URL): WorkerClient<FleetProtocol> =>
  existsSync(url)
    ? createWorkerClient<FleetProtocol>({
        url,
        name: 'fleet',
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
      })
    : createLocalWorkerClient<FleetProtocol>(createFleetHandlers());
