import { setImmediate as nextTick } from 'node:timers/promises';
import { credentialType } from '../../credentials/credentials.service.js';
import type { Db } from '../../database/database.js';
import { AppError, notFound, unknownReference, type ErrorCode } from '../../errors.js';
import type { AgentAction } from '../../events/events.js';
import { chunk } from '../../lib/collections.js';
import type { Clock } from '../../platform/clock.js';
import type { LoginRole } from '../../tokens/tokens.js';
import type { OsFamily } from '../agents.table.js';
import { toOperation } from '../operations/operations.repository.js';
import type { Operation } from '../operations/operations.js';
import { startOperation, type OperationServiceDeps } from '../operations/operations.service.js';
import * as repository from './batches.repository.js';
import type { BatchRow, Refusal } from './batches.repository.js';
import type { OperationsQuery } from './batches.schemas.js';

interface BatchDeps extends OperationServiceDeps {
  clock: Pick<Clock, 'now'>;
}

interface Batch extends Omit<BatchRow, 'dry_run'> {
  dry_run: boolean;
}

export interface StartedBatch extends Batch {
  operations: { host_id: number; operation_id: number }[];
  refusals: Refusal[];
}

export interface BatchRequest {
  action: AgentAction;
  host_ids: readonly number[];
  credential_id: number;
  dry_run: boolean;
}

/** Hosts whose operations are queued before other work runs. */
const SLICE = 10;
const MAX_REFUSALS = 100;
/** Errors of one host: the others of the batch are not affected. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'operation_working',
  'credential_not_allowed',
]);

const toBatch = (row: BatchRow): Batch => ({ ...row, dry_run: row.dry_run === 1 });

/**
 * Queues an operation for each host; a host that cannot have one is refused. 422 for an unknown credential. Operations
 * are committed one by one: after an error, those before it are queued, and listed by their batch.
 */
export async function startBatch(
  deps: BatchDeps,
  { action, host_ids, credential_id, dry_run }: BatchRequest,
  login_role: LoginRole,
): Promise<StartedBatch> {
  const { db } = deps.database;
  const os_family = await familyOf(deps, credential_id);
  const batch = await repository.insertBatch(db, {
    action,
    credential_id,
    dry_run: dry_run ? 1 : 0,
    hosts: host_ids.length,
    created_at: deps.clock.now(),
  });
  const request = { action, os_family, credential_id, dry_run, login_role, batch_id: batch.id };
  const started: StartedBatch = { ...toBatch(batch), operations: [], refusals: [] };
  for (const hostIds of chunk(host_ids, SLICE)) {
    const refusals: Refusal[] = [];
    for (const host_id of hostIds) {
      const result = await queue(deps, { ...request, host_id });
      if ('code' in result) refusals.push(result);
      else started.operations.push({ host_id, operation_id: result.id });
    }
    await repository.insertRefusals(db, batch.id, refusals);
    started.refusals.push(...refusals);
    await nextTick();
  }
  return started;
}

/** The credential decides which operating system is logged in to. */
async function familyOf(
  { database }: Pick<BatchDeps, 'database'>,
  credentialId: number,
): Promise<OsFamily> {
  const type = await credentialType({ database }, credentialId);
  if (type === undefined) throw unknownReference('credential', '/credential_id', [credentialId]);
  return type === 'winrm_password' ? 'windows' : 'linux';
}

async function queue(
  deps: OperationServiceDeps,
  operation: Parameters<typeof startOperation>[1],
): Promise<Operation | Refusal> {
  try {
    return await startOperation(deps, operation);
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    return { host_id: operation.host_id, code: error.code, message: error.message };
  }
}

/** A batch with the states of its operations; `states` has only those that occur. */
interface BatchProgress extends Batch {
  states: Record<string, number>;
  failures: Record<string, number>;
  refusal_codes: Record<string, number>;
  refusals: Refusal[];
}

/** Returns a page of the operations of all hosts, newest first. 404 for an unknown batch. */
export async function listOperations(
  { database: { db } }: Pick<BatchDeps, 'database'>,
  query: OperationsQuery,
): Promise<{
  items: (Operation & { ip: string; name: string })[];
  total: number;
  batch: BatchProgress | null;
}> {
  const batch = query.batch === undefined ? null : await getProgress(db, query.batch);
  const { items, total } = await repository.selectOperations(db, query, query);
  return { items: items.map((row) => ({ ...row, ...toOperation(row) })), total, batch };
}

async function getProgress(db: Db, id: number): Promise<BatchProgress> {
  const batch = await repository.findBatch(db, id);
  if (!batch) throw notFound('batch', id);
  const refusal_codes = toRecord(await repository.countRefusals(db, id));
  const refused = Object.values(refusal_codes).reduce((sum, count) => sum + count, 0);
  return {
    ...toBatch(batch),
    states: { ...toRecord(await repository.countStates(db, id)), ...(refused > 0 && { refused }) },
    failures: toRecord(await repository.countFailures(db, id)),
    refusal_codes,
    refusals: await repository.selectRefusals(db, id, MAX_REFUSALS),
  };
}

const toRecord = (counts: readonly { name: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ name, count }) => [name, count]));
