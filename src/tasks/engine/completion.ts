import { setImmediate as turn } from 'node:timers/promises';
import { engineTransaction, type EngineState } from './state.js';
import type { ForcedOutcome } from './engine.store.js';
import type { ActiveTask } from './task.js';

const STOPPED: ForcedOutcome = {
  outcome: 'stopped',
  reason: 'stopped',
  detail: 'The task was stopped before this host was finished.',
};

/** Breaks off the tasks that somebody asked to stop; those that wait for a place end at once. */
export async function applyStopRequests(engine: EngineState): Promise<void> {
  for (const id of await engineTransaction(engine, engine.store.stopRequests)) {
    const task = engine.active.get(id);
    if (!task) await endTask(engine, id, STOPPED, null);
    else if (!task.isStopping) {
      task.isStopping = true;
      for (const flight of task.running.values())
        flight.controller.abort(new Error('the task was stopped'));
    }
  }
}

/** Ends the tasks that have nothing left to do. */
export async function completeFinished(engine: EngineState): Promise<void> {
  for (const task of engine.active.values()) {
    dropAborted(task);
    if (task.running.size > 0) continue;
    if (!task.isStopping && (task.waiting.length > 0 || !task.isExhausted)) continue;
    await endTask(engine, task.id, task.isStopping ? STOPPED : null, null);
    engine.active.delete(task.id);
  }
}

/**
 * Ends a task.
 * @param rest what the hosts without an outcome are given; written in pieces, for a large task has many
 * @param error why the task failed, where its hosts don't say it
 */
export async function endTask(
  engine: EngineState,
  id: number,
  rest: ForcedOutcome | null,
  error: string | null,
): Promise<void> {
  const { store, clock } = engine;
  let closed = false;
  while (rest && (await engineTransaction(engine, () => store.closeSome(id, rest, clock.now())))) {
    closed = true;
    await turn();
  }
  const stopped = rest?.outcome === 'stopped' && closed; // a stop that came after the last host is none
  await engineTransaction(engine, () => store.finish(id, { stopped, error }, clock.now()));
  engine.log.info({ taskId: id }, 'task ended');
}

function dropAborted(task: ActiveTask): void {
  for (const [hostId, flight] of task.running) if (flight.isAborted) task.running.delete(hostId);
}
