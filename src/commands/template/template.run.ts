import type { Severity } from '../../knowledge/records.js';
import { withClient } from '../client/client.js';
import type { Options } from '../client/handlers.js';
import { lookupTemplate } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { describeTask, followTask, outcomeOf, type FollowedTask } from '../task/follow-task.js';

export interface TaskRunOptions {
  wait?: true;
  failOn?: Severity;
}

/**
 * Starts a task of a template. With `wait`, or without a running service, it waits for the end: exit code 0 if the task
 * completed, 1 if it failed or was stopped; with `failOn` also 3 and 4 as of a report.
 */
export async function templateRun(
  options: Options<TaskRunOptions> & { template: string },
  io: Io,
): Promise<number> {
  return withClient(options, io, async (client) => {
    const { id } = await lookupTemplate(client, options.template);
    return runAndReport(client, id, options, io);
  });
}

/** Starts a task of the template with this id, as `templateRun` does. Without a service, other tasks resume first. */
export async function runAndReport(
  client: Client,
  templateId: number,
  { wait, failOn, json }: TaskRunOptions & JsonOption,
  io: Io,
): Promise<number> {
  await client.resumeTasks?.();
  const started = await getData<FollowedTask>(client, 'POST', `/api/v1/templates/${templateId}`);
  const isService = client.service !== undefined;
  const mustWait = wait === true || failOn !== undefined || !isService;
  if (!mustWait) {
    if (json) printJson(started, io);
    else io.stdout.write(`${started.number_task}\n`);
    return 0;
  }
  if (!isService)
    io.stderr.write(`${started.number_task} runs in this process: no service is running.\n`);
  else io.stderr.write(`${started.number_task} started.\n`);
  const task = await followTask(client, started.id, io);
  if (json) printJson(task, io);
  else io.stdout.write(`${describeTask(task)}\n`);
  return outcomeOf(client, task, failOn);
}
