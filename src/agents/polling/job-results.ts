import { AppError } from '../../errors.js';
import { createSemaphore } from '../../lib/semaphore.js';
import type { InventoryOutcome } from './hub.js';
import type { InventoryJob, InventoryJobs } from './inventory-jobs.js';
import { IdentityConflictError } from './machine-identity.js';

/** Stores a report that an agent sent. Throws AppError `nothing_readable`, IdentityConflictError. */
export type StoreAgentReport = (
  hostId: number,
  report: Buffer,
) => Promise<{ warnings: readonly unknown[] }>;

export const NO_AGENT: InventoryOutcome = {
  outcome: 'no_agent',
  reason: 'not_installed',
  detail: 'No agent is installed on this host.',
};

const STORE_CONCURRENCY = 4;

/** Details of the failure codes in the agent protocol. */
const FAILURES: Readonly<Record<string, string>> = {
  unknown_job: 'The agent does not support this job; it may be too old.',
  no_space: 'The host had no disk space for the report.',
};

/**
 * Stores results and completes their jobs. Rejects if a result cannot be stored at the moment (a full
 * disk): the job stays pending, and the agent sends the result again.
 */
export function createResultHandler(
  jobs: InventoryJobs,
  storeReport: StoreAgentReport,
): (job: InventoryJob, body: Buffer) => Promise<void> {
  const storing = createSemaphore(STORE_CONCURRENCY);
  return async (job, body) => {
    jobs.pauseTimeout(job);
    try {
      const store = () => outcomeOfStoring(storeReport(job.hostId, body));
      jobs.complete(job.hostId, parseFailure(body) ?? (await storing.run(store)));
    } catch (error) {
      job.storing = null;
      jobs.expectAgain(job);
      throw error;
    }
  };
}

/** Returns the failure that an agent reports instead of a result; otherwise null. */
function parseFailure(body: Buffer): InventoryOutcome | null {
  const code = /^failed ([a-z_]{1,40})\s*$/.exec(body.toString('latin1', 0, 64))?.[1];
  if (code === undefined) return null;
  return {
    outcome: 'bad_data',
    reason: FAILURES[code] === undefined ? 'failed' : code,
    detail: FAILURES[code] ?? 'The agent could not collect the inventory.',
  };
}

async function outcomeOfStoring(storing: ReturnType<StoreAgentReport>): Promise<InventoryOutcome> {
  try {
    return { outcome: 'done', warnings: (await storing).warnings.length };
  } catch (error) {
    if (error instanceof IdentityConflictError)
      return { outcome: 'bad_data', reason: 'identity_conflict', detail: error.message };
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code === 'not_found') return NO_AGENT;
    return { outcome: 'bad_data', reason: error.code, detail: error.detail };
  }
}
