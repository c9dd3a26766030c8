import type { NewTaskEvent } from '../../events/stream/stream.events.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { sleep } from '../output/io.js';

const POLL_MS = 1_000;
const MAX_TASKS = 100;

/** An event that was derived from two states of a task: it has no `seq`. */
export type PolledEvent = NewTaskEvent & { topic: 'tasks'; time: number };

/**
 * Reports changes of the newest tasks until the signal aborts, for services without /ws/events. Tasks that had finished
 * before are not reported.
 */
export async function pollTasks(
  client: Client,
  onEvent: (event: PolledEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let known = new Map<number, TaskResponse>();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const path = `/api/v1/tasks/?limit=${MAX_TASKS}`;
    const tasks = await getData<TaskResponse[]>(client, 'GET', path);
    for (const task of tasks.toReversed()) {
      const isOld = isFirst && task.status !== 'working';
      if (!isOld && isChanged(known.get(task.id), task)) onEvent(toPolledEvent(task));
    }
    known = new Map(tasks.map((task) => [task.id, task]));
    await sleep(POLL_MS, signal);
  }
}

/** Reports changes of one task until it has finished, and returns it; null: the signal aborted. */
export async function pollTask(
  client: Client,
  id: number,
  onEvent: (event: PolledEvent) => void,
  signal: AbortSignal,
): Promise<TaskResponse | null> {
  let last: TaskResponse | undefined;
  while (!signal.aborted) {
    const task = await getData<TaskResponse>(client, 'GET', `/api/v1/tasks/${id}`);
    if (isChanged(last, task)) onEvent(toPolledEvent(task));
    if (task.status !== 'working') return task;
    last = task;
    await sleep(POLL_MS, signal);
  }
  return null;
}

const isChanged = (before: TaskResponse | undefined, task: TaskResponse): boolean =>
  before?.status !== task.status || before.percent !== task.percent || before.state !== task.state;

/** Returns the event of a task's present state. */
export function toPolledEvent(task: TaskResponse): PolledEvent {
  const { id, templates_id, status, percent, state, updated_at, error } = task;
  const common = { task_id: id, template_id: templates_id, percent, state };
  const envelope = { topic: 'tasks', time: updated_at } as const;
  if (status === 'failed') return { ...envelope, event: 'task.failed', ...common, error };
  if (status === 'working') return { ...envelope, event: 'task.progress', ...common };
  return { ...envelope, event: `task.${status}`, ...common };
}
