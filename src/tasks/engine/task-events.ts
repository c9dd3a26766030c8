import type { NewTaskEvent } from '../../events/stream/stream.events.js';
import type { TaskStatus } from '../tasks.table.js';

type WithoutIds<T> = T extends unknown ? Omit<T, 'task_id' | 'template_id'> : never;

/** Returns an event of a task. */
export const taskEvent = (
  { id, templateId }: { id: number; templateId: number },
  event: WithoutIds<NewTaskEvent>,
): NewTaskEvent => ({ task_id: id, template_id: templateId, ...event });

/** Returns the event that ends a task. */
export function endEvent(
  status: Exclude<TaskStatus, 'working'>,
  common: { percent: number; state: string },
  error: string | null,
): WithoutIds<NewTaskEvent> {
  if (status === 'failed') return { event: 'task.failed', ...common, error };
  return { event: status === 'stopped' ? 'task.stopped' : 'task.completed', ...common };
}
