import { setImmediate as turn } from 'node:timers/promises';
import { isTransient } from '../../database/write-transaction.js';
import { engineTransaction, type EngineState } from './state.js';
import { taskPercent, type ActiveTask, type HostRun } from './task.js';
import type { HostResult } from '../task-type.js';

interface Ended {
  task: ActiveTask;
  flight: HostRun;
}

const AT_ONCE = 16;
const UNSTORABLE: HostResult = {
  outcome: 'failed',
  reason: 'internal',
  detail:
    'The result of this host could not be stored because of an internal error; the log of the service says more.',
};

/**
 * Stores the outcome of every host whose work has ended, some of them in one transaction, each whole.
 * Rejects when the disk is full
 * or the database locked: then nothing is lost, and the next round tries again.
 */
export async function storeCompleted(engine: EngineState): Promise<void> {
  for (;;) {
    const ended = [...engine.active.values()].flatMap((task) =>
      [...task.running.values()].filter((f) => f.result).map((flight) => ({ task, flight })),
    );
    if (ended.length === 0) return;
    await storeSome(engine, ended.slice(0, AT_ONCE));
    await turn();
  }
}

async function storeSome(engine: EngineState, ended: Ended[]): Promise<void> {
  try {
    await engineTransaction(engine, () => ended.forEach((e) => storeOne(engine, e)));
  } catch (err) {
    const [first] = ended;
    if (isTransient(err) || !first || first.flight.result === UNSTORABLE) throw err;
    return ended.length > 1 ? storeSingly(engine, ended) : giveUp(engine, first, err);
  }
  for (const { task, flight } of ended) {
    task.running.delete(flight.host.host_id);
    task.done += 1;
    task.percent = taskPercent(task);
    task.hasUnsavedProgress = true;
  }
}

async function storeSingly(engine: EngineState, ended: Ended[]): Promise<void> {
  for (const one of ended) await storeSome(engine, [one]);
}

async function giveUp(engine: EngineState, ended: Ended, err: unknown): Promise<void> {
  engine.log.error(
    { err, taskId: ended.task.id, hostId: ended.flight.host.host_id },
    'the result of a host could not be stored',
  );
  ended.flight.result = UNSTORABLE;
  await storeSome(engine, [ended]);
}

function storeOne({ store, clock }: EngineState, { task, flight: { host, result } }: Ended): void {
  if (!result) return;
  const now = clock.now();
  store.storeOutcome({ taskId: task.id, host, result }, now);
  store.addDone(task.id, taskPercent(task), now);
}
