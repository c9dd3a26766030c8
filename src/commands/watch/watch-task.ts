import { abortWith } from '../../lib/abort/on-abort.js';
import { parseJson } from '../../platform/http/http-client.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { getData } from '../client/request.js';
import type { Client, ServiceAddress } from '../client/types.js';
import type { Io } from '../output/io.js';
import { createEventPrinter } from './event-printer.js';
import { followEvents } from './follow.js';
import { pollTask, toPolledEvent } from './poll-tasks.js';

const EXIT_INTERRUPTED = 130;

/**
 * Shows a task until it has finished: changing lines on a terminal, otherwise a line per change, or events as JSON
 * lines. Returns the exit code: 0 completed, 1 failed or stopped, 130 interrupted; the task then continues. Throws
 * CommandError if the task does not exist.
 */
export async function watchTask(
  client: Client,
  id: number,
  io: Io,
  { json: isJson = false }: { json?: boolean | undefined } = {},
): Promise<number> {
  const printer = createEventPrinter(client, isJson, io);
  const print = (event: object): void => printer.print(JSON.stringify(event));
  try {
    const task = await findTask(client, id);
    if (task.status !== 'working') {
      print(toPolledEvent(task));
      return exitCodeOf(task.status);
    }
    if (client.service) {
      const status = await followTask(client, client.service, { id, io, print: printer.print });
      if (status !== undefined) return exitCodeOf(status);
    }
    return exitCodeOf((await pollTask(client, id, print, io.signal))?.status ?? null);
  } finally {
    await printer.end();
  }
}

const findTask = (client: Client, id: number): Promise<TaskResponse> =>
  getData(client, 'GET', `/api/v1/tasks/${id}`);

function exitCodeOf(status: string | null): number {
  if (status === null) return EXIT_INTERRUPTED;
  return status === 'completed' ? 0 : 1;
}

interface FollowedTask {
  id: number;
  io: Io;
  /** prints an event */
  print: (text: string) => void;
}

/**
 * Follows the events of a task to its end, and returns its status; null: interrupted; undefined: the service has no
 * such events.
 */
async function followTask(
  client: Client,
  service: ServiceAddress,
  { id, io, print }: FollowedTask,
): Promise<string | null | undefined> {
  const ended = new AbortController();
  const leave = abortWith(io.signal, ended);
  let status: string | null = null;
  let failure: unknown;
  const end = (text: string, finalStatus: string): void => {
    if (status !== null) return;
    status = finalStatus;
    print(text);
    ended.abort();
  };
  // The task may have finished before the channel was open.
  const checkTask = async (): Promise<void> => {
    const task = await findTask(client, id);
    const text = JSON.stringify(toPolledEvent(task));
    if (task.status !== 'working') end(text, task.status);
    else if (status === null) print(text);
  };
  const isThere = await followEvents(
    service,
    {
      path: '/ws/events',
      query: { topics: 'tasks', task_id: id },
      since: undefined,
      signal: ended.signal,
      onOpen: () =>
        void checkTask().catch((error: unknown) => {
          failure = error;
          ended.abort();
        }),
      onEvent: (text) => {
        const finalStatus = finalStatusOf(text);
        if (finalStatus === null) print(text);
        else end(text, finalStatus);
      },
    },
    io,
  ).finally(leave);
  if (failure !== undefined) throw failure as Error;
  return isThere ? status : undefined;
}

/** Returns how an event ends a task; null: it does not. */
function finalStatusOf(text: string): string | null {
  const { event } = (parseJson(text) ?? {}) as { event?: string };
  return /^task\.(completed|failed|stopped)$/.exec(event ?? '')?.[1] ?? null;
}
