import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { EventSink } from '../../events/stream/create-stream.js';
import type { Clock } from '../../platform/clock.js';
import type { LoginRole } from '../../tokens/tokens.js';
import type { StoreHostOutcome } from '../outcomes.js';
import type { HostResult, TaskType } from '../task-type.js';
import type {
  EngineStatements,
  QueuedTask,
  StoredProgress,
  WaitingHost,
} from './engine.statements.js';
import { MAX_CRASHES } from './messages.js';

/** The shared state of the engine. Tables are written first, and this state changes after the commit. */
export interface EngineState {
  database: Database;
  clock: Clock;
  log: BaseLogger;
  statements: EngineStatements;
  storeOutcome: StoreHostOutcome;
  events: EventSink;
  types: ReadonlyMap<string, TaskType>;
  limits: EngineLimits;
  /** called in the transaction that ends a task */
  onTaskEnd: (taskId: number, now: number) => void;
  wake: () => void;
  /** the admitted tasks by id */
  active: Map<number, ActiveTask>;
  /** the id of the last admitted task: admission continues after it */
  lastAdmitted: number;
  /** tasks may start; otherwise they only end */
  canStartTasks: boolean;
  isClosing: boolean;
}

interface EngineLimits {
  /** tasks that run at the same time */
  tasks: number;
  /** hosts in progress at the same time, over all tasks */
  hosts: number;
  /** how long a task stays admitted while others wait, ms */
  timeSliceMs: number;
}

/** A host in progress. `result` is set when the work has finished and is not stored yet. */
export interface HostRun {
  host: WaitingHost;
  /** share of the work that is done, 0 to 1 */
  fraction: number;
  /** monotonic ms */
  startedAtMs: number;
  /** the latest state that the task type reported */
  state: Uint8Array | undefined;
  /** what is stored of `fraction` and `state` */
  stored: StoredProgress | null;
  /** the share that was reported before a restart */
  resumedFrom: number | null;
  controller: AbortController;
  ended: Promise<void>;
  result?: HostResult;
  /** the work was aborted: nothing of it is stored */
  isAborted?: boolean;
}

/** An admitted task. Everything here can be rebuilt from the tables. */
export interface ActiveTask {
  id: number;
  templateId: number;
  type: TaskType;
  params: unknown;
  loginRole: LoginRole;
  /** hosts of this task that run at the same time */
  maxRunning: number;
  total: number;
  /** hosts with a stored outcome */
  done: number;
  percent: number;
  /** the next page of hosts */
  waiting: WaitingHost[];
  /** the last host id that was read into `waiting` */
  cursor: number;
  /** all hosts were read */
  isExhausted: boolean;
  running: Map<number, HostRun>;
  /** monotonic ms */
  admittedAt: number;
  /** starts no further hosts, so that another task can be admitted */
  isPreempted: boolean;
  isStopping: boolean;
  text: string;
  hasUnsavedProgress: boolean;
}

export function createActiveTask(
  row: Omit<QueuedTask, 'task_type' | 'params'>,
  type: TaskType,
  params: unknown,
  now: number,
): ActiveTask {
  return {
    id: row.id,
    templateId: row.template_id,
    type,
    params,
    loginRole: row.login_role,
    maxRunning: Math.max(1, Math.floor(type.hostConcurrency(params)) || 1),
    total: row.hosts_total,
    done: row.hosts_done,
    percent: row.percent,
    waiting: [],
    cursor: 0,
    isExhausted: false,
    running: new Map(),
    admittedAt: now,
    isPreempted: false,
    isStopping: false,
    text: '',
    hasUnsavedProgress: false,
  };
}

/** Runs statements of the engine in one transaction. */
export const engineTransaction = <T>(engine: EngineState, work: () => T): Promise<T> =>
  writeTransaction(engine.database, work);

/** A host that is one crash away from being skipped runs alone, so that no other host is blamed. */
const isSuspect = (host: WaitingHost): boolean => host.crashes >= MAX_CRASHES - 1;

/**
 * Returns whether this task can start its next host.
 * @internal
 */
export function canStartHost(task: ActiveTask): boolean {
  const next = task.waiting[0];
  if (!next || task.isPreempted || task.isStopping || task.running.size >= task.maxRunning)
    return false;
  const [first] = task.running.values(); // a suspect is the only one in progress
  return !first || (!isSuspect(next) && !isSuspect(first.host));
}

/**
 * Returns the task that gets the next host slot: the one with the fewest hosts in progress. A task
 * without any host in progress gets a slot even if all are taken, so that no task waits for the hosts
 * of another one.
 */
export function nextTask(tasks: Iterable<ActiveTask>, maxHosts: number): ActiveTask | null {
  let totalRunning = 0;
  let best: ActiveTask | null = null;
  for (const task of tasks) {
    totalRunning += task.running.size;
    if (canStartHost(task) && (!best || task.running.size < best.running.size)) best = task;
  }
  return best && (totalRunning < maxHosts || best.running.size === 0) ? best : null;
}

/**
 * Returns the tasks to preempt: as many as are queued, the longest admitted first, and none before its
 * time slice has ended.
 */
export function choosePreempted(
  tasks: readonly ActiveTask[],
  queued: number,
  now: number,
  timeSliceMs: number,
): Set<ActiveTask> {
  const candidates = tasks
    .filter((task) => !task.isStopping && now - task.admittedAt >= timeSliceMs)
    .sort((a, b) => a.admittedAt - b.admittedAt);
  return new Set(candidates.slice(0, Math.max(0, queued)));
}

/**
 * Returns the progress of a task, and keeps it: what was announced or stored once is the least from then on, also if a
 * host in progress is given back before the transaction ends. It is below 100 until the task finishes.
 */
export function raisePercent(task: ActiveTask): number {
  let share = task.done;
  for (const run of task.running.values()) share += run.result ? 1 : run.fraction;
  const percent = Math.min(99, Math.floor((share * 100) / Math.max(1, task.total)));
  task.percent = Math.max(task.percent, percent);
  return task.percent;
}

/** Returns the next queued tasks in the order of ids, which wraps around at the end. */
export function listQueued<T extends { id: number }>(
  { active, lastAdmitted }: EngineState,
  list: (after: number, limit: number) => T[],
  count: number,
): T[] {
  const listAfter = (after: number): T[] =>
    list(after, count + active.size).filter(({ id }) => !active.has(id));
  const queued = listAfter(lastAdmitted);
  if (queued.length < count && lastAdmitted > 0)
    queued.push(...listAfter(0).filter(({ id }) => id <= lastAdmitted));
  return queued.slice(0, count);
}
