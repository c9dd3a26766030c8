import { setMaxListeners } from 'node:events';
import { engineTransaction, type EngineState } from './state.js';
import { nextTask, type ActiveTask, type HostRun, type WaitingHost } from './task.js';
import { progressText } from './messages.js';
import { runHost } from '../run-host.js';
import type { HostProgress } from '../task-type.js';

interface Start {
  task: ActiveTask;
  flight: HostRun;
}

const AT_ONCE = 64;

/**
 * Starts work on as many hosts as there are slots, in the order of fairness. That a host is being
 * worked on is on disk before the work begins.
 */
export async function dispatchHosts(engine: EngineState): Promise<void> {
  while (!engine.closing) {
    const chosen: Start[] = [];
    try {
      await engineTransaction(engine, () => chooseHosts(engine, chosen));
    } catch (err) {
      for (const start of chosen.reverse()) takeBack(start);
      throw err;
    }
    for (const start of chosen) launch(engine, start);
    if (chosen.length === 0) return endEmpty(engine);
  }
}

function chooseHosts({ active, store, clock, limits }: EngineState, chosen: Start[]): void {
  const now = clock.now();
  while (chosen.length < AT_ONCE) {
    for (const task of active.values()) refill(task, store);
    const task = nextTask(active.values(), limits.slots);
    const host = task?.waiting.shift();
    if (!task || !host) return;
    const flight: HostRun = {
      host,
      fraction: 0,
      controller: newController(),
      ended: Promise.resolve(),
    };
    task.running.set(host.host_id, flight);
    chosen.push({ task, flight });
    store.markStarted(task.id, host.host_id, now);
    if (task.done === 0)
      store.markBegun(task.id, progressText(`Starting with ${host.ip}`, 0, task.total), now);
  }
}

// Every connection to a host listens to the same signal.
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function refill(task: ActiveTask, store: EngineState['store']): void {
  if (task.waiting.length > 0 || task.isExhausted) return;
  const { rows, last } = store.page(task.id, task.cursor);
  task.waiting = rows;
  task.isExhausted = last;
  task.cursor = rows.at(-1)?.host_id ?? task.cursor;
}

function takeBack({ task, flight }: Start): void {
  task.running.delete(flight.host.host_id);
  task.waiting.unshift(flight.host);
}

// That a task has nothing left can show only when its next page is read.
function endEmpty({ active, wake }: EngineState): void {
  if (
    [...active.values()].some(
      (t) => t.isExhausted && t.waiting.length === 0 && t.running.size === 0,
    )
  )
    wake();
}

function launch(engine: EngineState, { task, flight }: Start): void {
  const { signal } = flight.controller;
  if (engine.closing) flight.controller.abort(new Error('the service is closing'));
  const progress = (p: HostProgress) => note(task, flight, p);
  const job = { task_id: task.id, params: task.params, signal, progress };
  flight.ended = runHost(task.type, plain(flight.host), job, engine.log).then((result) => {
    if (result) flight.result = result;
    else flight.isAborted = true;
    engine.wake();
  });
}

function note(task: ActiveTask, flight: HostRun, { fraction, text }: HostProgress): void {
  if (flight.result || flight.controller.signal.aborted) return;
  flight.fraction = Math.max(flight.fraction, Math.min(1, fraction) || 0);
  task.text = text;
  task.hasUnsavedProgress = true;
}

const plain = ({ host_id, ip, name }: WaitingHost) => ({ host_id, ip, name });
