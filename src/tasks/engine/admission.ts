import { activeIds, engineTransaction, type EngineState } from './state.js';
import { endTask } from './completion.js';
import type { ForcedOutcome, QueuedTask } from './engine.store.js';
import { choosePreempted, createActiveTask } from './task.js';
import type { TaskType } from '../task-type.js';

/**
 * Makes tasks that have had their turn give their place up while others wait: they start nothing more,
 * and go when nothing is in flight.
 */
export async function preempt(engine: EngineState): Promise<void> {
  const { active, limits, store, clock } = engine;
  const queued =
    active.size < limits.places
      ? 0
      : (await engineTransaction(engine, store.workingCount)) - active.size;
  const yielding = choosePreempted(
    [...active.values()],
    queued,
    clock.monotonicMs(),
    limits.turnMs,
  );
  for (const task of active.values()) {
    task.isPreempted = yielding.has(task);
    if (task.isPreempted && task.running.size === 0) active.delete(task.id);
  }
}

/**
 * Gives the free places to the next tasks in the round of their ids: whoever gave a place up comes
 * after all others.
 */
export async function admit(engine: EngineState): Promise<void> {
  while (engine.active.size < engine.limits.places && !engine.closing) {
    const [next] = await engineTransaction(engine, () =>
      engine.store.queued(engine.lastAdmitted, activeIds(engine), 1),
    );
    if (!next) return;
    await place(engine, next);
    engine.lastAdmitted = next.id;
  }
}

async function place(engine: EngineState, row: QueuedTask): Promise<void> {
  const type = engine.types.get(row.task_type);
  if (!type)
    return endTask(
      engine,
      row.id,
      notWorked('unknown_type'),
      `This version of the service does not know the task type "${row.task_type}".`,
    );
  const params = readParams(type, row.params);
  if ('wrong' in params)
    return endTask(
      engine,
      row.id,
      notWorked('bad_params'),
      `The parameters of the task are not valid: ${params.wrong}`,
    );
  engine.active.set(row.id, createActiveTask(row, type, params.data, engine.clock.monotonicMs()));
}

function readParams(type: TaskType, text: string | null): { data: unknown } | { wrong: string } {
  try {
    const parsed = type.params.safeParse(text === null ? null : JSON.parse(text));
    return parsed.success
      ? { data: parsed.data }
      : { wrong: parsed.error.issues.map((i) => `${i.path.join('/')} ${i.message}`).join('; ') };
  } catch {
    return { wrong: 'they cannot be read' };
  }
}

const notWorked = (reason: string): ForcedOutcome => ({
  outcome: 'failed',
  reason,
  detail: 'The task as a whole could not be worked on; its error says why.',
});
