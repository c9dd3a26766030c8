import type { TaskType } from '../task-type.js';
import { endTask } from './completion.js';
import type { ForcedOutcome, QueuedTask } from './engine.statements.js';
import {
  choosePreempted,
  createActiveTask,
  engineTransaction,
  listQueued,
  type EngineState,
} from './state.js';

/**
 * Preempts tasks whose time slice has ended while others are queued: they start no further hosts, and
 * return to the queue when no host is in progress.
 */
export async function preempt(engine: EngineState): Promise<void> {
  const { active, limits, statements, clock } = engine;
  const isFull = active.size >= limits.tasks;
  const queued = isFull
    ? (await engineTransaction(engine, statements.countWorking)) - active.size
    : 0;
  const now = clock.monotonicMs();
  const preempted = choosePreempted([...active.values()], queued, now, limits.timeSliceMs);
  for (const task of active.values()) {
    task.isPreempted = preempted.has(task);
    if (task.isPreempted && task.running.size === 0) active.delete(task.id);
  }
}

/** Admits queued tasks in the order of ids, which wraps around: a preempted task comes after all others. */
export async function admit(engine: EngineState): Promise<void> {
  while (engine.active.size < engine.limits.tasks && !engine.isClosing) {
    const [next] = await engineTransaction(engine, () =>
      listQueued(engine, engine.statements.listTasks, 1),
    );
    if (!next) return;
    await admitTask(engine, next);
    engine.lastAdmitted = next.id;
  }
}

async function admitTask(engine: EngineState, row: QueuedTask): Promise<void> {
  const type = engine.types.get(row.task_type);
  if (!type) {
    const error = `Task type "${row.task_type}" is not supported by this version of the service.`;
    return endTask(engine, row.id, notRun('unknown_type'), error);
  }
  const params = parseParams(type, row.params);
  if ('problem' in params) {
    const error = `Invalid task parameters: ${params.problem}`;
    return endTask(engine, row.id, notRun('bad_params'), error);
  }
  const task = createActiveTask(row, type, params.data, engine.clock.monotonicMs());
  engine.active.set(row.id, task);
}

function parseParams(type: TaskType, text: string | null): { data: unknown } | { problem: string } {
  try {
    const parsed = type.params.safeParse(text === null ? null : JSON.parse(text));
    if (parsed.success) return { data: parsed.data };
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('/')} ${issue.message}`);
    return { problem: issues.join('; ') };
  } catch {
    return { problem: 'they cannot be parsed' };
  }
}

const notRun = (reason: string): ForcedOutcome => ({
  outcome: 'failed',
  reason,
  detail: 'The task could not run; see its error.',
});
