import type { HostResult, TaskHost, TaskType } from '../task-type.js';

export interface WaitingHost extends TaskHost {
  crashes: number;
}

/** One host that is being worked on. `result` is set when the work has ended and waits to be stored. */
export interface HostRun {
  host: WaitingHost;
  fraction: number;
  controller: AbortController;
  ended: Promise<void>;
  result?: HostResult;
  /** the work was broken off: nothing of it is stored */
  isAborted?: boolean;
}

/** A working task that has one of the places. Everything here can be thrown away: the tables are the truth. */
export interface ActiveTask {
  id: number;
  type: TaskType;
  params: unknown;
  /** how many of its hosts are worked on at one time */
  maxRunning: number;
  total: number;
  /** hosts with a stored outcome */
  done: number;
  percent: number;
  /** the next hosts, one page of them */
  waiting: WaitingHost[];
  /** the last host id that was read into `waiting` */
  cursor: number;
  /** nothing is left to read */
  isExhausted: boolean;
  running: Map<number, HostRun>;
  /** when it got its place (monotonic ms) */
  admittedAt: number;
  /** gives its place up: starts nothing more */
  isPreempted: boolean;
  isStopping: boolean;
  text: string;
  hasUnsavedProgress: boolean;
}

/** After so many crashes while a host was worked on, it is given up. */
export const MAX_CRASHES = 3;

/**
 * A host that is one crash away from being given up is worked on alone, so that only the culprit gets
 * the blame.
 */
export const isSuspect = (host: WaitingHost): boolean => host.crashes >= MAX_CRASHES - 1;

/** May this task start its next host? */
export function canStartHost(task: ActiveTask): boolean {
  const next = task.waiting[0];
  if (!next || task.isPreempted || task.isStopping || task.running.size >= task.maxRunning)
    return false;
  const [first] = task.running.values(); // a suspect in flight is the only one
  return !first || (!isSuspect(next) && !isSuspect(first.host));
}

/**
 * The task that gets the next free host slot: the one with the fewest hosts in flight. When all slots
 * are taken, a task with
 * none in flight gets one all the same, so that nobody waits for other people's hosts.
 */
export function nextTask(tasks: Iterable<ActiveTask>, slots: number): ActiveTask | null {
  let flying = 0;
  let best: ActiveTask | null = null;
  for (const task of tasks) {
    flying += task.running.size;
    if (canStartHost(task) && (!best || task.running.size < best.running.size)) best = task;
  }
  return best && (flying < slots || best.running.size === 0) ? best : null;
}

/**
 * Who gives the place up: as many tasks as wait, those first that have had theirs longest, and none
 * before its turn is over.
 * Nobody has to when nobody waits.
 */
export function choosePreempted(
  tasks: readonly ActiveTask[],
  queued: number,
  now: number,
  turnMs: number,
): Set<ActiveTask> {
  const over = tasks
    .filter((t) => !t.isStopping && now - t.admittedAt >= turnMs)
    .sort((a, b) => a.admittedAt - b.admittedAt);
  return new Set(over.slice(0, Math.max(0, queued)));
}

/** What is shown: never less than before, and 100 only by finishing. */
export function taskPercent(task: ActiveTask): number {
  let share = task.done;
  for (const f of task.running.values()) share += f.result ? 1 : f.fraction;
  return Math.max(task.percent, Math.min(99, Math.floor((share * 100) / Math.max(1, task.total))));
}

export function createActiveTask(
  row: { id: number; hosts_total: number; hosts_done: number; percent: number },
  type: TaskType,
  params: unknown,
  now: number,
): ActiveTask {
  return {
    id: row.id,
    type,
    params,
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
