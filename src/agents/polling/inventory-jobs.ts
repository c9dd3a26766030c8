import { randomBytes } from 'node:crypto';
import type { InventoryOutcome } from './hub.js';
import { createJobSlots } from './job-slots.js';

/** An inventory that is wanted of an agent, until it is stored or nobody waits for it any more. */
export interface InventoryJob {
  id: string;
  hostId: number;
  /** a result is being stored right now */
  storing: Promise<void> | null;
}

interface Wanted extends InventoryJob {
  waiters: Set<(outcome: InventoryOutcome) => void>;
  timer: NodeJS.Timeout | undefined;
  wasGiven: boolean;
}

export interface JobLimits {
  /** agents that collect and send at one time: each sends some ten to hundred KB */
  maxConcurrent: number;
  /** an agent that is slower than this does not keep the others waiting any longer */
  leaseMs: number;
  /** from the moment an agent was given its job until it must be done */
  timeoutMs: number;
  /** how long an agent whose poll ended without a job may be away */
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
  detail: 'The agent of this host is installed, but does not check in.',
};
const LATE: InventoryOutcome = {
  outcome: 'timeout',
  reason: 'no_result',
  detail: 'The agent was asked for the inventory and did not send it in time.',
};

/**
 * What is wanted of which agent. `give` hands a line to the agent of a host that holds a poll. An agent that asks again without having sent a result
 * is given its job again; only so many are at it at one time, in the order in which they came.
 */
export function createInventoryJobs(
  limits: JobLimits,
  give: (hostId: number, line: string) => void,
) {
  const wanted = new Map<number, Wanted>();
  const ready = new Set<number>();
  const places = createJobSlots(limits, giveSome);

  function settle(job: Wanted, outcome: InventoryOutcome | null): void {
    clearTimeout(job.timer);
    if (wanted.get(job.hostId) !== job) return;
    wanted.delete(job.hostId);
    ready.delete(job.hostId);
    if (outcome) for (const tell of job.waiters) tell(outcome);
    places.free(job.hostId);
  }

  const arm = (job: Wanted, ms: number, outcome: InventoryOutcome): void =>
    setTimer(job, ms, () => settle(job, outcome));

  function forWanted(hostId: number, act: (job: Wanted) => void): void {
    const job = wanted.get(hostId);
    if (job) act(job);
  }

  function giveSome(): void {
    for (const hostId of ready) {
      if (!places.take(hostId)) return;
      ready.delete(hostId);
      const job = wanted.get(hostId);
      if (!job) continue;
      if (!job.wasGiven) arm(job, limits.timeoutMs, LATE);
      job.wasGiven = true;
      give(hostId, `job ${job.id} inventory`);
    }
  }

  function arrived(hostId: number): void {
    const job = wanted.get(hostId);
    if (!job || job.storing) return;
    if (!job.wasGiven) clearTimeout(job.timer); // it is there: how long it waits for a place does not count
    ready.add(hostId);
    giveSome();
  }

  return {
    /** waits for the inventory of a host; `patienceMs` is for an agent that holds no poll, 0 when it holds one */
    request(hostId: number, patienceMs: number, signal: AbortSignal): Promise<InventoryOutcome> {
      const job = wanted.get(hostId) ?? newJob(hostId);
      wanted.set(hostId, job);
      const outcome = waitFor(job, signal, () => settle(job, null));
      if (patienceMs === 0) arrived(hostId);
      else if (!job.wasGiven) arm(job, patienceMs, OFFLINE);
      return outcome;
    },
    /** the agent of a host holds a poll */
    arrived,
    /** its poll has ended, with nothing for it */
    left(hostId: number): void {
      ready.delete(hostId);
      forWanted(hostId, (job) => {
        if (!job.wasGiven) arm(job, limits.reconnectMs, OFFLINE);
      });
    },
    find: (hostId: number, id: string): InventoryJob | undefined =>
      wanted.get(hostId)?.id === id ? wanted.get(hostId) : undefined,
    /** its result has come: its time does not count while that is stored */
    hold: ({ hostId }: InventoryJob): void => {
      clearTimeout(wanted.get(hostId)?.timer);
    },
    /** the result could not be stored for now: the agent will bring it again */
    again: ({ hostId }: InventoryJob): void =>
      forWanted(hostId, (job) => arm(job, limits.timeoutMs, LATE)),
    end: (hostId: number, outcome: InventoryOutcome): void =>
      forWanted(hostId, (job) => settle(job, outcome)),
    /** takes all clocks away; who still waits is told by its own signal */
    close(): void {
      ready.clear();
      for (const { timer } of wanted.values()) clearTimeout(timer);
      places.close();
    },
  };
}

const newJob = (hostId: number): Wanted => ({
  id: randomBytes(9).toString('base64url'),
  hostId,
  storing: null,
  waiters: new Set(),
  timer: undefined,
  wasGiven: false,
});

function setTimer(job: Wanted, ms: number, act: () => void): void {
  clearTimeout(job.timer);
  job.timer = setTimeout(act, ms);
}

/** Rejects with the signal's reason; the last one to give up tells so. */
function waitFor(
  job: Wanted,
  signal: AbortSignal,
  onNobody: () => void,
): Promise<InventoryOutcome> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      job.waiters.delete(tell);
      if (job.waiters.size === 0) onNobody();
      reject(signal.reason as Error);
    };
    const tell = (outcome: InventoryOutcome): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    job.waiters.add(tell);
  });
}

export type InventoryJobs = ReturnType<typeof createInventoryJobs>;
