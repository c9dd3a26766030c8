import type { Severity } from '../../knowledge/records.js';
import { printable, shorten } from '../../lib/text.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { toCommandError } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { withoutStatus } from '../output/final-state.js';
import { readThreshold, thresholdExitCode } from '../report/threshold.js';
import { createProgress, waitForTask, watchScan } from '../scan/scan.watch.js';

export type FollowedTask = TaskResponse;

const MAX_TEXT = 500;

/**
 * Waits until a task has finished, and shows its progress. An interruption leaves the task to the service; without one,
 * this process stops it. Throws CommandError with exit code 130.
 * @param whenLeft what is said about a task that was left to the service
 */
export async function followTask(
  client: Client,
  id: number,
  io: Io,
  whenLeft = `Interrupted; the service continues the task ("hostwarden task stop ${id}" stops it)`,
): Promise<FollowedTask> {
  if (client.service === undefined) return (await watchScan(client, id, io)) as FollowedTask;
  const progress = createProgress(io.stderr);
  try {
    const finished = await waitForTask(client, id, progress, { signal: io.signal });
    if (finished !== undefined) return finished as FollowedTask;
  } finally {
    progress.end();
  }
  throw new CommandError(whenLeft, 130);
}

/** `TASK-00012 completed: 3 done` */
export function describeTask({ number_task: number, status, state, error }: FollowedTask): string {
  const text = error ?? withoutStatus(state, status);
  return `${number} ${status}: ${shorten(printable(text), MAX_TEXT)}`;
}

/**
 * Returns the exit code of a finished task: 0 if it completed, otherwise 1. With `failOn` it is 3 if the task has an
 * open finding of at least this severity, otherwise 4 if something was not checked.
 */
export async function outcomeOf(
  client: Client,
  { id, status }: FollowedTask,
  failOn: Severity | undefined,
): Promise<number> {
  const code = status === 'completed' ? 0 : 1;
  if (failOn === undefined) return code;
  const response = await client.request('GET', `/api/v1/tasks/${id}/report?format=json`);
  if (response.status !== 200) throw toCommandError(response);
  const threshold = thresholdExitCode(failOn, readThreshold(response, 'worst-open'));
  return code === 0 || threshold === 3 ? threshold : code;
}
