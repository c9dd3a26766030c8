import { setMaxListeners } from 'node:events';
import { runHost } from '../run-host.js';
import type { HostProgress } from '../task-type.js';
import type { WaitingHost } from './engine.statements.js';
import { progressText } from './messages.js';
import { taskEvent } from './task-events.js';
import { recordFraction, recordState } from './progress.js';
import {
  engineTransaction,
  nextTask,
  type ActiveTask,
  type EngineState,
  type HostRun,
} from './state.js';

interface Start {
  task: ActiveTask;
  run: HostRun;
}

const BATCH_SIZE = 64;

/**
 * Starts the work on hosts, as many as there are slots, shared fairly between tasks. Each host is marked
 * in the database before its work starts.
 */
export async function dispatchHosts(engine: EngineState): Promise<void> {
  while (!engine.isClosing) {
    const starts: Start[] = [];
    try {
      await engineTransaction(engine, () => chooseHosts(engine, starts));
    } catch (err) {
      for (const start of starts.reverse()) undo(start);
      throw err;
    }
    for (const start of starts) launch(engine, start);
    if (starts.length === 0) return wakeForEmptyTasks(engine);
  }
}

function chooseHosts(engine: EngineState, starts: Start[]): void {
  const { active, statements, clock, limits, events } = engine;
  const now = clock.now();
  while (starts.length < BATCH_SIZE) {
    for (const task of active.values()) refill(task, statements);
    const task = nextTask(active.values(), limits.hosts);
    const host = task?.waiting.shift();
    if (!task || !host) return;
    const run = createRun(engine, task, host);
    task.running.set(host.host_id, run);
    starts.push({ task, run });
    statements.markHostStarted(task.id, host.host_id, now);
    if (task.done === 0) {
      const text = progressText(`Starting with ${host.ip}`, 0, task.total);
      if (statements.markTaskStarted(task.id, text, now))
        events.append(
          taskEvent(task, { event: 'task.started', percent: task.percent, state: text }),
        );
    }
  }
}

function createRun(
  { statements, clock }: EngineState,
  { id }: ActiveTask,
  host: WaitingHost,
): HostRun {
  const stored = statements.findHostProgress(id, host.host_id);
  return {
    host,
    fraction: stored?.fraction ?? 0,
    startedAtMs: clock.monotonicMs(),
    state: stored?.state,
    stored,
    resumedFrom: stored?.fraction ?? null,
    controller: createController(),
    ended: Promise.resolve(),
  };
}

/** Every connection to a host adds a listener to the same signal. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function refill(task: ActiveTask, statements: EngineState['statements']): void {
  if (task.waiting.length > 0 || task.isExhausted) return;
  const { hosts, isLast } = statements.pageOfHosts(task.id, task.cursor);
  task.waiting = hosts;
  task.isExhausted = isLast;
  task.cursor = hosts.at(-1)?.host_id ?? task.cursor;
}

function undo({ task, run }: Start): void {
  task.running.delete(run.host.host_id);
  task.waiting.unshift(run.host);
}

/** Whether a task has hosts left may be known only after its next page was read. */
function wakeForEmptyTasks({ active, wake }: EngineState): void {
  const isEmpty = (task: ActiveTask): boolean =>
    task.isExhausted && task.waiting.length === 0 && task.running.size === 0;
  if ([...active.values()].some(isEmpty)) wake();
}

function launch(engine: EngineState, { task, run }: Start): void {
  const { signal } = run.controller;
  if (engine.isClosing) run.controller.abort(new Error('the service is closing'));
  const { host_id, ip, name } = run.host;
  const job = {
    task_id: task.id,
    params: task.params,
    loginRole: task.loginRole,
    signal,
    progress: (progress: HostProgress) => recordProgress(task, run, progress),
    ...(run.stored && { savedState: run.stored.state }),
    saveState: (state: Uint8Array) => recordState(run, state),
  };
  run.ended = runHost(task.type, { host_id, ip, name }, job, engine.log).then((result) => {
    if (result) run.result = result;
    else run.isAborted = true;
    engine.wake();
  });
}

function recordProgress(task: ActiveTask, run: HostRun, progress: HostProgress): void {
  if (run.result || run.controller.signal.aborted || !recordFraction(run, progress)) return;
  task.text = progress.text;
  task.hasUnsavedProgress = true;
}
