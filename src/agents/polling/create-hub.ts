import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../platform/clock.js';
import { tokenHash } from '../../tokens/tokens.js';
import { createAgentStatements, type AgentStatements } from '../agents.repository.js';
import { createCheckInWaiters } from './check-in-waiters.js';
import { createCheckInBatcher } from './check-in-batcher.js';
import type { AgentHub, InventoryOutcome } from './hub.js';
import {
  createInventoryJobs,
  JOB_LIMITS,
  type InventoryJob,
  type InventoryJobs,
  type JobLimits,
} from './inventory-jobs.js';
import { createOpenPolls, type OpenPoll } from './open-polls.js';
import { createSemaphore } from '../../lib/semaphore.js';

export interface HubDeps {
  database: Database;
  clock: Clock;
  log: BaseLogger;
  /** stores a report that an agent sent; throws AppError `nothing_readable` */
  storeReport: (hostId: number, report: Buffer) => Promise<{ warnings: readonly unknown[] }>;
  limits?: Partial<JobLimits>;
}

/** The hub as the routes of agents and the service see it. */
export interface LiveHub extends AgentHub {
  /** whose agent has this token; null: nobody's */
  authenticate(token: string): { hostId: number; tokenSha256: Buffer } | null;
  /** holds a poll until there is work; gives what to call when the connection is gone */
  poll(asking: OpenPoll): () => void;
  /** is this job still wanted of this host? */
  isPendingJob(hostId: number, jobId: string): boolean;
  /** takes the result of a job; what is not wanted any more is passed over. Rejects when it can't be stored for now: the agent will bring it again */
  acceptResult(hostId: number, jobId: string, body: Buffer): Promise<void>;
  /** writes check-ins and judges who is offline, once; happens by itself each second */
  tick(): Promise<void>;
  /** the last check-ins are written; after `close` */
  drain(): Promise<void>;
  openPolls(): number;
}

const STORED_AT_ONCE = 4;
const BEAT_MS = 1000;
const AFTER_CLOSING = 'wait 10';
const NO_AGENT: InventoryOutcome = {
  outcome: 'no_agent',
  reason: 'not_installed',
  detail: 'No agent is installed on this host.',
};
const OFFLINE: InventoryOutcome = {
  outcome: 'agent_offline',
  reason: 'silent',
  detail: 'The agent of this host has missed its last three check-ins.',
};

/** Makes the hub of agents. The tables are the truth: after a restart agents simply ask again. */
export function createHub({ database, clock, log, storeReport, limits }: HubDeps): LiveHub {
  const jobLimits = { ...JOB_LIMITS, ...limits };
  const store = createAgentStatements(database.sqlite);
  const checkIns = createCheckInBatcher({
    database,
    store,
    clock,
    log,
    comeBackMs: jobLimits.reconnectMs,
  });
  const polls = createOpenPolls((hostId) => jobs.left(hostId));
  const jobs = createInventoryJobs(jobLimits, (hostId, line) => polls.answer(hostId, line));
  const arrivals = createCheckInWaiters();
  const timer = setInterval(() => void beat(), BEAT_MS).unref();
  let beating: Promise<void> | null = null;
  let isClosing = false;
  const beat = (): Promise<void> =>
    (beating ??= checkIns.flush().finally(() => {
      beating = null;
    }));

  const take = createTaking(jobs, storeReport);

  return {
    authenticate: (token) => authenticate(store, token),
    poll(asking) {
      checkIns.record(asking.hostId, asking.version);
      const gone = polls.hold(asking);
      arrivals.arrived(asking);
      if (isClosing) polls.answer(asking.hostId, AFTER_CLOSING);
      else jobs.arrived(asking.hostId);
      return gone;
    },
    waitForCheckIn: (hostId, expected, signal) =>
      arrivals.wait(hostId, expected, polls.of(hostId), signal),
    requestInventory: async (hostId, signal) => {
      signal.throwIfAborted();
      const patience = checkIns.reconnectTimeoutMs(hostId);
      if (patience === null) return NO_AGENT;
      const isThere = polls.of(hostId) !== undefined;
      return patience > 0 || isThere
        ? jobs.request(hostId, isThere ? 0 : patience, signal)
        : OFFLINE;
    },
    isPendingJob: (hostId, jobId) => jobs.find(hostId, jobId) !== undefined,
    async acceptResult(hostId, jobId, body) {
      checkIns.record(hostId, null);
      const job = jobs.find(hostId, jobId);
      if (job) await (job.storing ??= take(job, body));
    },
    disconnect(hostId) {
      polls.answer(hostId, '');
      jobs.end(hostId, NO_AGENT);
    },
    tick: beat,
    close() {
      isClosing = true;
      polls.answerAll(AFTER_CLOSING);
      jobs.close();
    },
    async drain() {
      clearInterval(timer);
      await beating;
      await beat();
    },
    openPolls: polls.size,
  };
}

function authenticate(
  store: AgentStatements,
  token: string,
): { hostId: number; tokenSha256: Buffer } | null {
  if (!/^[A-Za-z0-9_.-]{1,256}$/.test(token)) return null;
  const tokenSha256 = tokenHash(token);
  const hostId = store.hostOfToken(tokenSha256);
  return hostId === undefined ? null : { hostId, tokenSha256 };
}

/** Takes what an agent sent for its job; a result that could not be stored for now is to be brought again. */
function createTaking(
  jobs: InventoryJobs,
  storeReport: HubDeps['storeReport'],
): (job: InventoryJob, body: Buffer) => Promise<void> {
  const storing = createSemaphore(STORED_AT_ONCE);
  return async (job, body) => {
    jobs.hold(job);
    try {
      jobs.end(
        job.hostId,
        failureOf(body) ?? (await storing.run(() => outcomeOf(storeReport(job.hostId, body)))),
      );
    } catch (error) {
      job.storing = null;
      jobs.again(job);
      throw error;
    }
  };
}

const CODES: Readonly<Record<string, string>> = {
  unknown_job: 'The agent does not know this job; it may be too old.',
  no_space: 'The host had no room for the report.',
};

/** What an agent says that could not do its job. */
function failureOf(body: Buffer): InventoryOutcome | null {
  const code = /^failed ([a-z_]{1,40})\s*$/.exec(body.toString('latin1', 0, 64))?.[1];
  if (code === undefined) return null;
  return {
    outcome: 'bad_data',
    reason: CODES[code] === undefined ? 'failed' : code,
    detail: CODES[code] ?? 'The agent could not collect the inventory.',
  };
}

async function outcomeOf(
  storing: Promise<{ warnings: readonly unknown[] }>,
): Promise<InventoryOutcome> {
  try {
    return { outcome: 'done', warnings: (await storing).warnings.length };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code === 'not_found') return NO_AGENT;
    return { outcome: 'bad_data', reason: error.code, detail: error.detail };
  }
}
