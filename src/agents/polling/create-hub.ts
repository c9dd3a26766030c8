import type { BaseLogger } from 'pino';
import type { ChangeLog } from '../../database/changes/change-events.js';
import type { Database } from '../../database/database.js';
import { singleFlight } from '../../lib/single-flight.js';
import type { Clock } from '../../platform/clock.js';
import { tokenHash } from '../../tokens/tokens.js';
import { createAgentStatements, type AgentStatements } from '../agents.statements.js';
import {
  AGENT_LIMITS,
  createAgentLimits,
  type AgentLimitOptions,
  type AgentLimits,
} from './agent-limits.js';
import { createCheckInBatcher, type CheckInBatcher } from './check-in-batcher.js';
import { createCheckInWaiters } from './check-in-waiters.js';
import type { AgentHub, InventoryOutcome } from './hub.js';
import {
  createInventoryJobs,
  JOB_LIMITS,
  type InventoryJobs,
  type JobLimits,
} from './inventory-jobs.js';
import { createResultHandler, NO_AGENT, type StoreAgentReport } from './job-results.js';
import { createOpenPolls, type OpenPoll } from './open-polls.js';

export interface HubDeps {
  database: Database;
  clock: Clock;
  eventStream: ChangeLog;
  log: BaseLogger;
  storeReport: StoreAgentReport;
  limits?: Partial<JobLimits>;
  agentLimits?: Partial<AgentLimitOptions>;
}

/** The host of an agent's token, and the hash of that token. */
export interface AgentCaller {
  hostId: number;
  tokenSha256: Buffer;
}

/** The hub as agent routes and the service use it. */
export interface LiveHub extends AgentHub {
  limits: AgentLimits;
  /** Returns null if the token is unknown. */
  authenticate(token: string): AgentCaller | null;
  /** Holds a poll until there is a job. Returns the function to call when the connection closes. */
  poll(poll: OpenPoll): () => void;
  /** Returns whether this job of the host still waits for a result. */
  isPendingJob(hostId: number, jobId: string): boolean;
  /**
   * Stores the result of a job; the result of a job that is no longer pending is ignored. Rejects if it
   * cannot be stored at the moment: the agent sends it again.
   */
  acceptResult(hostId: number, jobId: string, body: Buffer): Promise<void>;
  /** Writes check-ins and marks silent agents as offline. Runs once a second. */
  tick(): Promise<void>;
  /** Writes the last check-ins; call it after `close`. */
  drain(): Promise<void>;
  openPolls(): number;
}

const TICK_MS = 1000;
const CLOSING_LINE = 'wait 10';
const OFFLINE: InventoryOutcome = {
  outcome: 'agent_offline',
  reason: 'silent',
  detail: 'The agent missed its last three check-ins.',
};

/** Creates the hub of agents. Its state is in memory only: after a restart agents poll again. */
export function createHub(deps: HubDeps): LiveHub {
  const { database, clock, storeReport, limits, agentLimits } = deps;
  const jobLimits = { ...JOB_LIMITS, ...limits };
  const statements = createAgentStatements(database.sqlite);
  const { reconnectMs } = jobLimits;
  const checkIns = createCheckInBatcher({ ...deps, statements, reconnectMs });
  const polls = createOpenPolls((hostId) => jobs.onPollEnd(hostId));
  const jobs = createInventoryJobs(jobLimits, (hostId, line) => polls.answer(hostId, line));
  const waiters = createCheckInWaiters();
  const storeResult = createResultHandler(jobs, storeReport);
  const tick = singleFlight(() => checkIns.flush());
  const timer = setInterval(() => void tick(), TICK_MS).unref();
  let isClosing = false;
  return {
    limits: createAgentLimits({ ...AGENT_LIMITS, ...agentLimits }, clock),
    authenticate: (token) => authenticate(statements, token),
    poll(poll) {
      checkIns.record(poll.hostId, poll.version);
      const onClose = polls.hold(poll);
      waiters.onPoll(poll);
      if (isClosing) polls.answer(poll.hostId, CLOSING_LINE);
      else jobs.onPoll(poll.hostId);
      return onClose;
    },
    waitForCheckIn: (hostId, expected, signal) =>
      waiters.wait(hostId, expected, polls.find(hostId), signal),
    requestInventory: async (hostId, signal) => {
      signal.throwIfAborted();
      const isPolling = polls.find(hostId) !== undefined;
      return requestInventory({ checkIns, jobs }, { hostId, isPolling, signal });
    },
    isPendingJob: (hostId, jobId) => jobs.find(hostId, jobId) !== undefined,
    async acceptResult(hostId, jobId, body) {
      checkIns.record(hostId, null);
      const job = jobs.find(hostId, jobId);
      if (!job) return;
      job.storing ??= storeResult(job, body);
      await job.storing;
    },
    disconnect(hostId) {
      polls.answer(hostId, '');
      jobs.complete(hostId, NO_AGENT);
    },
    tick,
    close() {
      isClosing = true;
      polls.answerAll(CLOSING_LINE);
      jobs.close();
    },
    async drain() {
      clearInterval(timer);
      await tick.settled();
      await tick();
    },
    openPolls: polls.size,
  };
}

function requestInventory(
  { checkIns, jobs }: { checkIns: CheckInBatcher; jobs: InventoryJobs },
  request: { hostId: number; isPolling: boolean; signal: AbortSignal },
): Promise<InventoryOutcome> | InventoryOutcome {
  const { hostId, isPolling, signal } = request;
  const reconnectMs = checkIns.reconnectTimeoutMs(hostId);
  if (reconnectMs === null) return NO_AGENT;
  if (isPolling) return jobs.request(hostId, 0, signal);
  return reconnectMs > 0 ? jobs.request(hostId, reconnectMs, signal) : OFFLINE;
}

function authenticate(statements: AgentStatements, token: string): AgentCaller | null {
  if (!/^[A-Za-z0-9_.-]{1,256}$/.test(token)) return null;
  const tokenSha256 = tokenHash(token);
  const hostId = statements.findHostByToken(tokenSha256);
  return hostId === undefined ? null : { hostId, tokenSha256 };
}
