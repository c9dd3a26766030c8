import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import type { EventSink } from '../../events/stream/create-stream.js';
import { singleFlight } from '../../lib/single-flight.js';
import type { Clock } from '../../platform/clock.js';
import type { StoreFindings } from '../../vulnerabilities/findings/results.store.js';
import { createLeftDevices } from '../left-devices.js';
import { createOutcomeStore } from '../outcomes.js';
import type { TaskType } from '../task-type.js';
import { requestStop } from '../tasks.repository.js';
import { admit, preempt } from './admission.js';
import { applyStopRequests, completeFinished, storeCompleted } from './completion.js';
import { dispatchHosts } from './dispatch.js';
import { createEngineStatements } from './engine.statements.js';
import { createEngineLoop } from './loop.js';
import { saveProgress } from './progress.js';
import { engineTransaction, type EngineState } from './state.js';

export interface EngineDeps {
  database: Database;
  clock: Clock;
  types: readonly TaskType[];
  log: BaseLogger;
  /** stores the findings of a host, in the transaction of its outcome */
  storeFindings?: StoreFindings;
  /** removes the findings at the ports of a host whose device answers at another address now */
  forgetFindings?: (hostId: number, now: number) => void;
  /** called in the transaction that ends a task; it is synchronous and short */
  onTaskEnd?: (taskId: number, now: number) => void;
  /** takes the events of tasks */
  eventStream?: EventSink;
  /** tasks with hosts in progress at the same time; the others are queued */
  maxConcurrentTasks?: number;
  /** hosts in progress at the same time, over all tasks (each admitted task has at least one) */
  hostSlots?: number;
  /** how long a task stays admitted while others wait, ms */
  timeSliceMs?: number;
  /** minimum interval between writes of progress, ms */
  flushMs?: number;
  /** until `resume`, no task starts: only those that were requested to stop end */
  startsAfterResume?: boolean;
}

export interface TaskEngine {
  /** Looks for work. Call it after the commit of new work. */
  wake(): void;
  /**
   * Requests a working or queued task to stop, which it does within a second, also before `resume`: nothing
   * of it is in progress then. Returns false if it has finished.
   */
  stop(taskId: number): Promise<boolean>;
  /** At the start of the service: counts the hosts that a crash interrupted, and resumes every working task. */
  resume(): Promise<void>;
  /** Aborts the hosts in progress, within a few seconds; the next start resumes them. */
  close(): Promise<void>;
  /** Resolves when no task is working. */
  idle(): Promise<void>;
  /** Saves the progress of all tasks now. */
  flush(): Promise<void>;
  status(): { active: number; hostsInFlight: number; storage: 'ok' | 'failing' };
}

/**
 * Creates the engine that runs tasks: a limited number at the same time, their hosts fairly, each outcome
 * stored in one transaction. All its state can be rebuilt from the tables: it can be killed at any
 * moment, and the next one resumes.
 */
export function createTaskEngine(deps: EngineDeps): TaskEngine {
  const engine = createState(deps, () => loop.wake());
  const loop = createEngineLoop({
    step: () => runStep(engine),
    isIdle: () => engine.active.size === 0,
    log: deps.log,
  });
  const progress = createProgressTimer(engine, deps.flushMs ?? 500);
  return {
    wake: loop.wake,
    idle: loop.idle,
    flush: progress.flush,
    async stop(taskId) {
      const isRequested = await requestStop(deps.database.db, taskId);
      loop.wake();
      return isRequested;
    },
    async resume() {
      engine.canStartTasks = true;
      await engineTransaction(engine, () => engine.statements.countCrashes(deps.clock.now()));
      loop.wake();
    },
    async close() {
      await progress.end();
      await abortRunning(engine);
      await loop.close();
      await releaseHosts(engine);
    },
    status: () => ({
      active: engine.active.size,
      hostsInFlight: runningHosts(engine).length,
      storage: loop.isFailing() ? 'failing' : 'ok',
    }),
  };
}

function createState(deps: EngineDeps, wake: () => void): EngineState {
  const { database, clock, log, types } = deps;
  return {
    database,
    clock,
    log,
    statements: createEngineStatements(database.sqlite),
    storeOutcome: createOutcomeStore(database.sqlite, deps.storeFindings),
    events: deps.eventStream ?? { append: () => undefined, announce: () => undefined },
    limits: {
      tasks: deps.maxConcurrentTasks ?? 8,
      hosts: deps.hostSlots ?? 1_024,
      timeSliceMs: deps.timeSliceMs ?? 5_000,
    },
    onTaskEnd: createTaskEnd(deps),
    wake,
    types: new Map(types.map((type) => [type.name, type])),
    active: new Map(),
    lastAdmitted: 0,
    canStartTasks: deps.startsAfterResume !== true,
    isClosing: false,
  };
}

function createTaskEnd({ database, onTaskEnd, forgetFindings }: EngineDeps) {
  const forgetLeft = createLeftDevices(database.sqlite, forgetFindings ?? (() => undefined));
  return (taskId: number, now: number): void => {
    forgetLeft(taskId, now);
    onTaskEnd?.(taskId, now);
  };
}

/**
 * One round of the loop. An engine that may not start tasks has none in progress: its rounds, also the last one, only
 * end tasks that were requested to stop, and leave all others and their crashes as they are stored.
 */
async function runStep(engine: EngineState): Promise<void> {
  if (!engine.canStartTasks) return applyStopRequests(engine);
  await storeCompleted(engine);
  if (engine.isClosing) return;
  await applyStopRequests(engine);
  await completeFinished(engine);
  await preempt(engine);
  await admit(engine);
  await dispatchHosts(engine);
}

function createProgressTimer(engine: EngineState, intervalMs: number) {
  const flush = singleFlight(() =>
    saveProgress(engine).catch((err: unknown) =>
      engine.log.warn({ err }, 'failed to save progress'),
    ),
  );
  const timer = setInterval(() => void flush(), intervalMs);
  timer.unref();
  return {
    flush,
    async end() {
      clearInterval(timer);
      await flush();
    },
  };
}

const runningHosts = ({ active }: EngineState) =>
  [...active.values()].flatMap(({ id, running }) =>
    [...running.values()].map((run) => ({ taskId: id, run })),
  );

/** Aborts all hosts in progress and waits until they have ended. Finished results are stored afterwards. */
async function abortRunning(engine: EngineState): Promise<void> {
  engine.isClosing = true;
  const running = runningHosts(engine);
  for (const { run } of running)
    if (!run.result) run.controller.abort(new Error('the service is closing'));
  await Promise.all(running.map(({ run }) => run.ended));
}

/** Removes the marks of aborted hosts: the next start resumes them, and they do not count as crashed. */
async function releaseHosts(engine: EngineState): Promise<void> {
  const remaining = runningHosts(engine);
  await Promise.all(remaining.map(({ run }) => run.ended)); // the last round may have started some
  engine.active.clear();
  const release = (): void => {
    for (const { taskId, run } of remaining)
      engine.statements.releaseHost(taskId, run.host.host_id);
  };
  await engineTransaction(engine, release).catch((err: unknown) =>
    engine.log.error({ err }, 'failed to release in-progress hosts'),
  );
}
