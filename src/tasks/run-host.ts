import type { BaseLogger } from 'pino';
import { onAbort } from '../lib/abort/on-abort.js';
import type { HostJob, HostResult, TaskHost, TaskType } from './task-type.js';

/** How long the work on a host may take to end after an abort; then it is left alone and its result dropped. */
const ABORT_GRACE_MS = 400;

/**
 * Runs a task type on one host. Never rejects: an exception becomes the outcome `failed` with the reason
 * `internal`. Returns null if the job was aborted, at most ABORT_GRACE_MS after the abort.
 */
export async function runHost(
  type: TaskType,
  host: TaskHost,
  job: HostJob<unknown>,
  log: BaseLogger,
): Promise<HostResult | null> {
  const { signal } = job;
  const work = attempt(type, host, job, log);
  const result = await Promise.race([work, afterAbort(signal)]);
  return signal.aborted ? null : result;
}

async function attempt(
  type: TaskType,
  host: TaskHost,
  job: HostJob<unknown>,
  log: BaseLogger,
): Promise<HostResult | null> {
  try {
    return await type.run(host, job);
  } catch (error) {
    if (job.signal.aborted) return null;
    log.error(
      { err: error, taskId: job.task_id, hostId: host.host_id, type: type.name },
      'task type failed on a host',
    );
    return {
      outcome: 'failed',
      reason: 'internal',
      detail: 'Internal error while processing this host; see the service log.',
    };
  }
}

const afterAbort = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    onAbort(signal, () => {
      setTimeout(() => resolve(null), ABORT_GRACE_MS);
    });
  });
