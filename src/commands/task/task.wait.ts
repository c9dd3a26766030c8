import type { Severity } from '../../knowledge/records.js';
import { withClient } from '../client/client.js';
import { parseTaskId } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { watchTask } from '../watch/watch-task.js';
import { describeTask, followTask, outcomeOf, type FollowedTask } from './follow-task.js';

const INTERRUPTED = 130;
const STOPPING = 'Interrupted; the task is still stopping';

interface TaskWatchOptions extends ServiceOptions, JsonOption {
  /** id or number */
  task: string;
  failOn?: Severity;
}

/**
 * Shows the progress of a task until it ends, with `json` its events. The exit code is its outcome, as of
 * `template run --wait`; 130 if it is interrupted, and the service continues the task.
 */
export async function taskWatch(options: TaskWatchOptions, io: Io): Promise<number> {
  const id = parseTaskId(options.task);
  return withClient(options, io, async (client) => {
    if (client.service === undefined) return finishHere(client, id, options, io);
    const code = await watchTask(client, id, io, { json: options.json === true });
    if (code === INTERRUPTED || options.failOn === undefined) return code;
    const task = await getData<FollowedTask>(client, 'GET', `/api/v1/tasks/${id}`);
    return outcomeOf(client, task, options.failOn);
  });
}

/** Without a service, this process continues the task, or stops it when it is interrupted. */
async function finishHere(
  client: Client,
  id: number,
  { json, failOn }: TaskWatchOptions,
  io: Io,
): Promise<number> {
  await getData<FollowedTask>(client, 'GET', `/api/v1/tasks/${id}`); // an unknown id resumes nothing
  await client.resumeTasks?.();
  const task = await followTask(client, id, io);
  if (json) printJson(task, io);
  else io.stdout.write(`${describeTask(task)}\n`);
  return outcomeOf(client, task, failOn);
}

/**
 * Stops a task. With `wait`, or without a running service, it returns when the task has ended: exit code 0 if it has
 * stopped as requested, or completed before; 1 if it failed before.
 */
export async function taskStop(
  options: ServiceOptions & JsonOption & { task: string; wait?: true },
  io: Io,
): Promise<number> {
  const id = parseTaskId(options.task);
  return withClient(options, io, async (client) => {
    const stopping = await getData<FollowedTask>(client, 'POST', `/api/v1/tasks/${id}/stop`);
    const mustWait = options.wait === true || client.service === undefined;
    const task = mustWait ? await followTask(client, id, io, STOPPING) : stopping;
    if (options.json) printJson(task, io);
    else if (task.status === 'working') io.stdout.write(`${task.number_task} is stopping.\n`);
    else io.stdout.write(`${describeTask(task)}\n`);
    return task.status === 'failed' ? 1 : 0;
  });
}
