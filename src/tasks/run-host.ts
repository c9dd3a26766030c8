import type { BaseLogger } from 'pino';
import type { HostJob, HostResult, TaskHost, TaskType } from './task-type.js';

/**
 * How long a host's work may take to heed an abort; after that it is left to itself and its result
 * thrown away.
 */
export const ABORT_GRACE_MS = 400;

/**
 * Lets a task type work on one host. Never rejects: an exception is the outcome `failed` with the
 * reason `internal`; null when
 * the job was aborted, at the latest ABORT_GRACE_MS after that.
 */
export async function runHost(
  type: TaskType,
  host: TaskHost,
  job: HostJob<unknown>,
  log: BaseLogger,
): Promise<HostResult | null> {
  const { signal } = job;
  const work = attempt(type, host, job, log);
  const outcome = await Promise.race([work, afterAbort(signal)]);
  return signal.aborted ? null : outcome;
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
      'a task type failed on a host',
    );
    return {
      outcome: 'failed',
      reason: 'internal',
      detail:
        'This host could not be worked on because of an internal error; the log of the service says more.',
    };
  }
}

function afterAbort(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const wait = () => void setTimeout(() => resolve(null), ABORT_GRACE_MS);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
