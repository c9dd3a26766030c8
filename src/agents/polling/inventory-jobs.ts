import { randomBytes } from 'node:crypto';
import { onAbort } from '../../lib/abort/on-abort.js';
import type { InventoryOutcome } from './hub.js';
import { createJobSlots } from './job-slots.js';

/** An inventory that was requested from an agent, until it is stored or its last waiter gives up. */
export interface InventoryJob {
  id: string;
  hostId: number;
  /** set while a result is being stored */
  storing: Promise<void> | null;
}

interface PendingJob extends InventoryJob {
  waiters: Set<(outcome: InventoryOutcome) => void>;
  timer: NodeJS.Timeout | undefined;
  isAssigned: boolean;
}

export interface JobLimits {
  /** agents that collect and send at the same time: each sends about 10 to 100 KB */
  maxConcurrent: number;
  /** an agent that takes longer than this no longer blocks the others */
  leaseMs: number;
  /** from the assignment of a job to its agent until the job must be done */
  timeoutMs: number;
  /** how long an agent whose poll ended without a job may take to reconnect */
  reconnectMs: number;
}

export const JOB_LIMITS: JobLimits = {
  maxConcurrent: 128,
  leaseMs: 10_000,
  timeoutMs: 180_000,
  reconnectMs: 30_000,
};

const OFFLINE: InventoryOutcome = {
  outcome: 'agent_offline',
  reason: 'no_check_in',
  detail: 'The agent is installed, but it does not check in.',
};
const TIMED_OUT: InventoryOutcome = {
  outcome: 'timeout',
  reason: 'no_result',
  detail: 'The agent did not send the requested inventory in time.',
};

/**
 * Pending inventory jobs, one per host. An agent that polls again without having sent a result receives
 * its job again. At most `maxConcurrent` agents work at the same time, in the order of their polls.
 * @param assign sends a line to the agent of a host that holds a poll
 */
export function createInventoryJobs(
  limits: JobLimits,
  assign: (hostId: number, line: string) => void,
) {
  /** hosts whose agent holds a poll and waits for a slot */
  const ready = new Set<number>();
  const slots = createJobSlots(limits, assignReady);
  const jobs = createPendingJobs((hostId) => {
    ready.delete(hostId);
    slots.release(hostId);
  });

  function assignReady(): void {
    for (const hostId of ready) {
      if (!slots.acquire(hostId)) return;
      ready.delete(hostId);
      const job = jobs.get(hostId);
      if (!job) continue;
      if (!job.isAssigned) jobs.failAfter(job, limits.timeoutMs, TIMED_OUT);
      job.isAssigned = true;
      assign(hostId, `job ${job.id} inventory`);
    }
  }

  function onPoll(hostId: number): void {
    const job = jobs.get(hostId);
    if (!job || job.storing) return;
    if (!job.isAssigned) clearTimeout(job.timer); // the wait for a slot does not count
    ready.add(hostId);
    assignReady();
  }

  return {
    /**
     * Waits for the inventory of a host. `reconnectMs`: how long an agent without a poll may take; 0 if
     * it holds one.
     */
    request(hostId: number, reconnectMs: number, signal: AbortSignal): Promise<InventoryOutcome> {
      const job = jobs.getOrAdd(hostId);
      const outcome = waitFor(job, signal, () => jobs.complete(job, null));
      if (reconnectMs === 0) onPoll(hostId);
      else if (!job.isAssigned) jobs.failAfter(job, reconnectMs, OFFLINE);
      return outcome;
    },
    /** The agent of a host holds a poll. */
    onPoll,
    /** The poll of a host ended without a job. */
    onPollEnd(hostId: number): void {
      ready.delete(hostId);
      const job = jobs.get(hostId);
      if (job && !job.isAssigned) jobs.failAfter(job, limits.reconnectMs, OFFLINE);
    },
    find: jobs.find,
    /** Stops the timeout of a job while its result is being stored. */
    pauseTimeout({ hostId }: InventoryJob): void {
      clearTimeout(jobs.get(hostId)?.timer);
    },
    /** The result could not be stored: the agent sends it again. */
    expectAgain({ hostId }: InventoryJob): void {
      const job = jobs.get(hostId);
      if (job) jobs.failAfter(job, limits.timeoutMs, TIMED_OUT);
    },
    complete: jobs.completeOf,
    /** Stops all timers; remaining waiters are ended by their own signals. */
    close(): void {
      ready.clear();
      jobs.stopTimers();
      slots.close();
    },
  };
}

export type InventoryJobs = ReturnType<typeof createInventoryJobs>;

/** @param onRemove called with the host of each job that ends */
function createPendingJobs(onRemove: (hostId: number) => void) {
  const jobs = new Map<number, PendingJob>();

  /** `outcome` is null if no waiter is left. */
  function complete(job: PendingJob, outcome: InventoryOutcome | null): void {
    clearTimeout(job.timer);
    if (jobs.get(job.hostId) !== job) return;
    jobs.delete(job.hostId);
    if (outcome) for (const notify of job.waiters) notify(outcome);
    onRemove(job.hostId);
  }

  return {
    get: (hostId: number) => jobs.get(hostId),
    getOrAdd(hostId: number): PendingJob {
      const job = jobs.get(hostId) ?? newJob(hostId);
      jobs.set(hostId, job);
      return job;
    },
    /** Returns the pending job of a host if it has this id. */
    find: (hostId: number, id: string): InventoryJob | undefined => {
      const job = jobs.get(hostId);
      return job?.id === id ? job : undefined;
    },
    complete,
    completeOf: (hostId: number, outcome: InventoryOutcome): void => {
      const job = jobs.get(hostId);
      if (job) complete(job, outcome);
    },
    /** Replaces the timer of the job. */
    failAfter(job: PendingJob, ms: number, outcome: InventoryOutcome): void {
      clearTimeout(job.timer);
      job.timer = setTimeout(() => complete(job, outcome), ms);
    },
    stopTimers(): void {
      for (const { timer } of jobs.values()) clearTimeout(timer);
    },
  };
}

const newJob = (hostId: number): PendingJob => ({
  id: randomBytes(9).toString('base64url'),
  hostId,
  storing: null,
  waiters: new Set(),
  timer: undefined,
  isAssigned: false,
});

/** Rejects with the signal's reason. `onAbandoned` is called when the last waiter gives up. */
function waitFor(
  job: PendingJob,
  signal: AbortSignal,
  onAbandoned: () => void,
): Promise<InventoryOutcome> {
  return new Promise((resolve, reject) => {
    const notify = (outcome: InventoryOutcome): void => {
      stopWatching();
      resolve(outcome);
    };
    const stopWatching = onAbort(signal, () => {
      job.waiters.delete(notify);
      if (job.waiters.size === 0) onAbandoned();
      reject(signal.reason as Error);
    });
    job.waiters.add(notify);
  });
}
