import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { ClockWatch } from '../clock/clock-watch.js';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { createSerialQueue } from '../lib/serial-queue.js';
import { createWorkerClient, type WorkerClient } from '../lib/worker/client.js';
import { createLocalWorkerClient } from '../lib/worker/local-client.js';
import type { Clock } from '../platform/clock.js';
import type { Vulnerabilities } from '../vulnerabilities/create-vulnerabilities.js';
import { createFindingChanges } from '../vulnerabilities/ledger/finding-changes.js';
import { createCurrentDay } from './history/current-day.js';
import { createDaySaving } from './history/day-saving.js';
import type { AnyFleetRequest, FleetAnswers, FleetProtocol, FleetQuestion } from './messages.js';
import { createSumStore } from './sums/host-sums.store.js';

interface FleetDeps {
  database: Pick<Database, 'sqlite' | 'db'>;
  knowledge: Pick<Knowledge, 'file'>;
  vulnerabilities: Pick<Vulnerabilities, 'hostChanges'>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  clockWatch: Pick<ClockWatch, 'deletableBefore'>;
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
  /** Starts the thread of the sums ahead of the first question, and keeps the stored sums current from now on. */
  begin: () => void;
  /** Resolves when today is stored as it is now. */
  saveDay: () => Promise<void>;
  /** The same, only if something changed, and within a second. It never rejects. */
  updateDay: () => Promise<void>;
  close: () => Promise<void>;
}

const MAX_MEMORY_MB = 2048; // 10,000 hosts with 100 findings each take a tenth of it
const MAX_YOUNG_MB = 48; // all findings are read at once, and most of them stay
const REFRESH_MS = 10_000;
const REFRESH_SUMS_MS = 1_000;
const IDLE_MS = 15 * 60_000;
/** Sums are read again in some milliseconds; what lists keep, of a large fleet, in a second. */
const THREAD_IDLE_MS = { fleet: 30_000, lists: IDLE_MS };

const CATCH_UP_MS = 250;

/**
 * Lists have their thread: they are read while the sums of many hosts are computed. The threads start with
 * their first question, and end when they are not asked.
 * @param url of the compiled worker; without it, this thread answers
 */
export function createFleet(
  deps: FleetDeps,
  url = new URL('fleet.worker.js', import.meta.url),
): FleetReader {
  const { database, clock, log } = deps;
  const findingChanges = createFindingChanges(database.sqlite);
  const saving = createSaving(deps);
  const saveSums = createSumStore(database, findingChanges);
  const sums = createThread(deps, createClient(url, 'fleet'));
  const lists = createThread(deps, createClient(url, 'lists'));
  const idleness = createIdleness(clock);
  let timers: NodeJS.Timeout[] = [];
  let isClosed = false;

  const ask: FleetReader['ask'] = async (question, query) => {
    if (OF_LISTS.has(question)) return (await lists.ask(question, query)).answer;
    if (saving.hasFailed()) sums.reload();
    const { answer, update } = await idleness.during(question, () => sums.ask(question, query));
    if (update !== null) void saving.add(() => saveSums(update));
    return answer;
  };

  const readDay = () => ask('day', null);
  const days = createDaySaving({ ...deps, readDay, store: saving.add });
  const updateDay = createCurrentDay({ sqlite: database.sqlite, ...days });
  const logFailure = (err: unknown): void => {
    if (!isClosed) log.error({ err }, 'the sums of the fleet could not be computed');
  };
  const refresh = (): void => void ask('summary', null).then(days.saveDay).catch(logFailure);
  const catchUp = (): void => void ask('catchUp', null).catch(logFailure);
  const refreshSums = (): void => void ask('sums', null).catch(logFailure);
  return {
    ask,
    saveDay: days.saveDay,
    updateDay,
    begin() {
      if (timers.length > 0) return;
      refresh();
      const refreshAgain = setInterval(() => {
        if (idleness.isLarge()) void sums.terminate().then(refresh);
        else if (findingChanges.any() || days.isDueInBackground()) refresh();
      }, REFRESH_MS);
      const refreshSumsAgain = setInterval(() => {
        if (sums.isIdle() && findingChanges.any()) refreshSums();
      }, REFRESH_SUMS_MS);
      const catchUpAgain = setInterval(() => {
        if (lists.isBehind()) catchUp();
      }, CATCH_UP_MS);
      timers = [refreshAgain.unref(), refreshSumsAgain.unref(), catchUpAgain.unref()];
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([sums.close(), lists.close()]);
      await saving.close();
    },
  };
}

const OF_LISTS: ReadonlySet<FleetQuestion> = new Set([
  'coverage',
  'vulnerabilities',
  'findingsOfVulnerability',
  'catchUp',
  'flatFindings',
  'acceptable',
]);

/** A thread that knows of all changes since its last answer. */
function createThread(
  { database, knowledge, vulnerabilities, clock, config }: FleetDeps,
  client: WorkerClient<FleetProtocol>,
) {
  const files = { database: database.sqlite.name, knowledge: knowledge.file };
  const hostChanges = vulnerabilities.hostChanges.createReader();
  let pending = 0;
  let mustReload = false;
  let lastAsked = -Infinity;
  return {
    async ask<Q extends FleetQuestion>(question: Q, query: FleetAnswers[Q]['query']) {
      if (question !== 'catchUp') lastAsked = clock.monotonicMs();
      const changes = hostChanges.take();
      const isAll = changes.isAll || mustReload;
      const time = { now: clock.now(), staleDays: config.FEED_STALE_DAYS };
      const reload = { changes: { ...changes, isAll }, mustReload };
      // The type of a request whose question is not known yet is not a union member.
      const request = { question, query, files, ...reload, ...time } as unknown as AnyFleetRequest;
      mustReload = false;
      pending += 1;
      try {
        const { answer, update } = await client.request(request);
        return { answer: answer as FleetAnswers[Q]['answer'], update };
      } catch (error) {
        mustReload = true; // the changes of this request may be lost
        throw error;
      } finally {
        pending -= 1;
      }
    },
    /** Whether it was asked lately, is idle, and something changed. A thread that is not asked may end. */
    isBehind: (): boolean =>
      clock.monotonicMs() - lastAsked < IDLE_MS && pending === 0 && hostChanges.any(),
    isIdle: (): boolean => pending === 0,
    /** Lets the next question read everything again. */
    reload(): void {
      mustReload = true;
    },
    terminate: client.terminate,
    close: client.close,
  };
}

/** Questions that leave no more than the sums of the hosts in the memory of the thread. */
const SMALL: ReadonlySet<FleetQuestion> = new Set(['summary', 'sums', 'hosts', 'day']);

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

const createClient = (url: URL, name: 'fleet' | 'lists'): WorkerClient<FleetProtocol> =>
  existsSync(url)
    ? createWorkerClient<FleetProtocol>({
        url,
        name,
        idleMs: THREAD_IDLE_MS[name],
        resourceLimits: {
          maxOldGenerationSizeMb: MAX_MEMORY_MB,
          maxYoungGenerationSizeMb: MAX_YOUNG_MB,
        },
      })
    : createLocalWorkerClient<FleetProtocol>(async () =>
        (await import('./fleet-handlers.js')).createFleetHandlers(),
      );
