import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../platform/clock.js';
import { abortInFlight, release } from './shutdown.js';
import { engineTransaction, type EngineState } from './state.js';
import { completeFinished, applyStopRequests } from './completion.js';
import { dispatchHosts } from './dispatch.js';
import { createEngineLoop } from './loop.js';
import { storeCompleted } from './outcomes.js';
import { admit, preempt } from './admission.js';
import { saveProgress } from './progress.js';
import { createEngineStore } from './engine.store.js';
import type { StoreFindings } from '../../vulnerabilities/findings/results.store.js';
import type { TaskType } from '../task-type.js';

export interface EngineDeps {
  database: Database;
  clock: Clock;
  types: readonly TaskType[];
  log: BaseLogger;
  /** stores what was found on a host, in the transaction of its outcome */
  storeFindings?: StoreFindings;
  /** tasks that have hosts in flight at one time; the others queue */
  maxConcurrentTasks?: number;
  /** hosts in flight at one time, over all tasks (each task with a place has at least one) */
  hostSlots?: number;
  /** how long a task keeps its place while others wait, ms */
  timeSliceMs?: number;
  /** how often progress is written at the most, ms */
  flushMs?: number;
}

export interface TaskEngine {
  /** looks for work; call it after the commit of whatever made some */
  wake(): void;
  /**
   * asks a working task to stop, also a queued one; false when it is not working. It has stopped within
   * a second.
   */
  stop(taskId: number): Promise<boolean>;
  /** at the start of the service: counts what a crash interrupted, then goes on with every working task */
  resume(): Promise<void>;
  /** breaks off what is in flight and leaves it for the next start; within a few seconds */
  close(): Promise<void>;
  /** resolves when no task is working */
  idle(): Promise<void>;
  /** writes the progress of all tasks now instead of at the next beat */
  flush(): Promise<void>;
  status(): { active: number; hostsInFlight: number; storage: 'ok' | 'failing' };
}

/**
 * Works on tasks: at most so many at a time, hosts in turn, each outcome stored in one transaction. The
 * tables are the truth:
 * the engine can be thrown away at any moment, and the next one goes on from them.
 */
export function createTaskEngine(options: EngineDeps): TaskEngine {
  const engine = createContext(options, () => loop.wake());
  const loop = createEngineLoop({
    step: () => step(engine),
    isIdle: () => engine.active.size === 0,
    log: options.log,
  });
  const beat = createBeat(engine, options.flushMs ?? 500);
  return {
    wake: loop.wake,
    idle: loop.idle,
    flush: beat.flush,
    async stop(taskId) {
      const asked = await options.database.db
        .updateTable('tasks')
        .set({ stop_requested: 1 })
        .where('id', '=', taskId)
        .where('status', '=', 'working')
        .executeTakeFirst();
      loop.wake();
      return asked.numUpdatedRows > 0n;
    },
    async resume() {
      await engineTransaction(engine, () => engine.store.countCrashes(options.clock.now()));
      loop.wake();
    },
    async close() {
      await beat.end();
      await abortInFlight(engine);
      await loop.close();
      await release(engine);
    },
    status: () => ({
      active: engine.active.size,
      hostsInFlight: [...engine.active.values()].reduce((n, t) => n + t.running.size, 0),
      storage: loop.failing() ? 'failing' : 'ok',
    }),
  };
}

function createContext(options: EngineDeps, wake: () => void): EngineState {
  const { database, clock, log, types } = options;
  const limits = {
    places: options.maxConcurrentTasks ?? 8,
    slots: options.hostSlots ?? 1_024,
    turnMs: options.timeSliceMs ?? 5_000,
  };
  const store = createEngineStore(database.sqlite, options.storeFindings);
  return {
    database,
    clock,
    log,
    store,
    limits,
    wake,
    types: new Map(types.map((t) => [t.name, t])),
    active: new Map(),
    lastAdmitted: 0,
    closing: false,
  };
}

/** One round. */
async function step(engine: EngineState): Promise<void> {
  await storeCompleted(engine);
  if (engine.closing) return;
  await applyStopRequests(engine);
  await completeFinished(engine);
  await preempt(engine);
  await admit(engine);
  await dispatchHosts(engine);
}

function createBeat(engine: EngineState, everyMs: number) {
  let flushing: Promise<void> | null = null;
  const flush = () =>
    (flushing ??= saveProgress(engine)
      .catch((err: unknown) => engine.log.warn({ err }, 'progress could not be written'))
      .finally(() => {
        flushing = null;
      }));
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    flush,
    async end() {
      clearInterval(timer);
      await flush();
    },
  };
}
