import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isTransient } from '../../database/write-transaction.js';
import type { HostResult } from '../task-type.js';
import type { ForcedOutcome } from './engine.statements.js';
import { finalStatus, finalText, hostDoneText, hostFailureText } from './messages.js';
import { endEvent, taskEvent } from './task-events.js';
import {
  engineTransaction,
  raisePercent,
  type ActiveTask,
  type EngineState,
  type HostRun,
} from './state.js';

interface CompletedHost {
  task: ActiveTask;
  run: HostRun;
}

const STORE_BATCH_SIZE = 16;
const STORE_BATCH_MS = 8; // other work waits for a whole batch
const NOT_STORABLE: HostResult = {
  outcome: 'failed',
  reason: 'internal',
  detail: 'Internal error while storing the result of this host; see the service log.',
};
const STOPPED: ForcedOutcome = {
  outcome: 'stopped',
  reason: 'stopped',
  detail: 'The task was stopped before this host was finished.',
};

/**
 * Stores the outcomes of all hosts whose work has finished, in batches of one transaction. Rejects when
 * the disk is full or the database is locked: nothing is lost, and the next round tries again.
 */
export async function storeCompleted(engine: EngineState): Promise<void> {
  for (;;) {
    const completed = [...engine.active.values()].flatMap((task) =>
      [...task.running.values()].filter(({ result }) => result).map((run) => ({ task, run })),
    );
    if (completed.length === 0) return;
    await storeBatch(engine, completed.slice(0, STORE_BATCH_SIZE));
    await yieldToEventLoop();
  }
}

/** Stores the first of these hosts: as many as take a few milliseconds, at least one. */
async function storeBatch(engine: EngineState, batch: CompletedHost[]): Promise<void> {
  let stored: CompletedHost[];
  try {
    stored = await engineTransaction(engine, () => storeSome(engine, batch));
  } catch (err) {
    const [first] = batch;
    if (isTransient(err) || !first || first.run.result === NOT_STORABLE) throw err;
    return batch.length > 1 ? storeSingly(engine, batch) : storeFailure(engine, first, err);
  }
  for (const { task, run } of stored) {
    task.running.delete(run.host.host_id);
    task.done += 1;
    raisePercent(task);
    task.hasUnsavedProgress = true;
  }
}

function storeSome(engine: EngineState, batch: readonly CompletedHost[]): CompletedHost[] {
  const endsAt = engine.clock.monotonicMs() + STORE_BATCH_MS;
  const stored: CompletedHost[] = [];
  for (const completed of batch) {
    storeOne(engine, completed);
    stored.push(completed);
    if (engine.clock.monotonicMs() >= endsAt) break;
  }
  return stored;
}

/** Finds the host whose result the database rejects. */
async function storeSingly(engine: EngineState, batch: CompletedHost[]): Promise<void> {
  for (const completed of batch) await storeBatch(engine, [completed]);
}

async function storeFailure(
  engine: EngineState,
  completed: CompletedHost,
  err: unknown,
): Promise<void> {
  const { task, run } = completed;
  engine.log.error(
    { err, taskId: task.id, hostId: run.host.host_id },
    'failed to save host result',
  );
  run.result = NOT_STORABLE;
  await storeBatch(engine, [completed]);
}

function storeOne(
  { statements, storeOutcome, clock, events }: EngineState,
  { task, run: { host, result, stored } }: CompletedHost,
): void {
  if (!result) return;
  const now = clock.now();
  const isHostDone = storeOutcome({ taskId: task.id, host, result }, now);
  if (stored) statements.deleteHostProgress(task.id, host.host_id);
  const percent = raisePercent(task);
  statements.addDone(task.id, percent, now);
  if (!isHostDone) return;
  const { outcome } = result;
  const { host_id, ip } = host;
  const state = hostDoneText(ip, outcome);
  events.append(taskEvent(task, { event: 'task.host_done', percent, state, host_id, ip, outcome }));
}

/** Aborts the tasks that were requested to stop; queued ones end at once. */
export async function applyStopRequests(engine: EngineState): Promise<void> {
  for (const id of await engineTransaction(engine, engine.statements.listStopRequests)) {
    const task = engine.active.get(id);
    if (!task) await endTask(engine, id, STOPPED, null);
    else if (!task.isStopping) {
      task.isStopping = true;
      for (const { controller } of task.running.values())
        controller.abort(new Error('the task was stopped'));
    }
  }
}

/** Ends the tasks that have no hosts left. */
export async function completeFinished(engine: EngineState): Promise<void> {
  for (const task of engine.active.values()) {
    dropAborted(task);
    if (task.running.size > 0) continue;
    if (!task.isStopping && (task.waiting.length > 0 || !task.isExhausted)) continue;
    await endTask(engine, task.id, task.isStopping ? STOPPED : null, null);
    engine.active.delete(task.id);
  }
}

function dropAborted(task: ActiveTask): void {
  for (const [hostId, { isAborted }] of task.running) if (isAborted) task.running.delete(hostId);
}

/**
 * Ends a task.
 * @param forced outcome of the hosts without one; written in batches, for a task can have many
 * @param error why the task failed, if its hosts do not say so
 */
export async function endTask(
  engine: EngineState,
  id: number,
  forced: ForcedOutcome | null,
  error: string | null,
): Promise<void> {
  const { statements, clock, events } = engine;
  const closeBatch = async (): Promise<boolean> =>
    forced !== null &&
    (await engineTransaction(engine, () => statements.closeHosts(id, forced, clock.now())));
  let hasClosed = false;
  while (await closeBatch()) {
    hasClosed = true;
    await yieldToEventLoop();
  }
  // A stop request that arrived after the last host finished does not count.
  const isStopped = forced?.outcome === 'stopped' && hasClosed;
  await engineTransaction(engine, () => {
    const counts = statements.countOutcomes(id);
    const status = finalStatus(counts, isStopped);
    const hostError =
      status === 'failed' ? hostFailureText(counts, statements.findFailureExample(id)) : null;
    const final = { status, state: finalText(status, counts), error: error ?? hostError };
    statements.deleteTaskProgress(id);
    const now = clock.now();
    const finished = statements.finish(id, final, now);
    if (!finished) return;
    const { template_id: templateId, percent } = finished;
    const event = endEvent(status, { percent, state: final.state }, final.error);
    events.append(taskEvent({ id, templateId }, event));
    engine.onTaskEnd(id, now);
  });
  engine.log.info({ taskId: id }, 'task ended');
}
