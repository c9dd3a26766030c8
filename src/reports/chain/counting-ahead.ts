import type { Logger } from 'pino';
import { AppError } from '../../errors.js';
import type { EventStream } from '../../events/stream/create-stream.js';
import type { StreamEvent, TaskEvent } from '../../events/stream/stream.events.js';
import { COUNTED_TASKS } from './chain.schemas.js';
import type { ReadChainCounts } from './chain.service.js';

interface CountingDeps {
  eventStream: Pick<EventStream, 'subscribe'>;
  log: Pick<Logger, 'warn'>;
}

/** Tasks that end together are counted together, after the results of their last hosts were published. */
const DELAY_MS = 1_000;

const ENDS: ReadonlySet<string> = new Set(['task.completed', 'task.failed', 'task.stopped']);

const isEndOfTask = (event: StreamEvent): event is TaskEvent =>
  event.topic === 'tasks' && ENDS.has(event.event);

/**
 * Counts the tasks of a template soon after one of them has ended, so that readers do not wait for it. One template at
 * a time: requested reports have the other thread. Tasks that are not counted then are counted when they are read.
 * Returns a function that ends this.
 */
export function countEndedTasks(
  { eventStream, log }: CountingDeps,
  readCounts: ReadChainCounts,
  delayMs = DELAY_MS,
): () => void {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const fail = (err: unknown, template: number): void => {
    if (isClosed || (err instanceof AppError && err.code === 'not_found')) return;
    log.warn({ err, template }, 'the tasks of a template could not be counted');
  };
  const count = async (): Promise<void> => {
    for (const template of waiting) {
      if (isClosed) return;
      waiting.delete(template); // another task may end meanwhile: it is added again then
      await readCounts(template, COUNTED_TASKS).catch((err: unknown) => {
        fail(err, template);
      });
    }
    timer = null;
  };
  const unsubscribe = eventStream.subscribe((event) => {
    if (!isEndOfTask(event)) return;
    waiting.add(event.template_id);
    timer ??= setTimeout(() => void count(), delayMs).unref();
  });
  return () => {
    isClosed = true;
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}
