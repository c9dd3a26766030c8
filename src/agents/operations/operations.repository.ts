import type { Db } from '../../database/database.js';
import { idList } from '../../database/missing-ids.js';
import type { OperationError } from '../../events/events.js';
import {
  stepPercent,
  type NewOperation,
  type Operation,
  type OperationRow,
  type OperationStep,
} from './operations.js';

/** Converts the columns of an operation to its fields. */
export const toOperation = (row: OperationRow): Operation => ({
  ...row,
  dry_run: row.dry_run === 1,
  error: row.error === null ? null : (JSON.parse(row.error) as OperationError),
});

/** Stores a queued operation. The host has none that is queued or running. */
export async function insertOperation(
  trx: Db,
  operation: NewOperation,
  now: number,
): Promise<Operation> {
  const row = await trx
    .insertInto('agent_operations')
    .values({
      ...operation,
      dry_run: operation.dry_run ? 1 : 0,
      status: 'working',
      step: 'queued',
      percent: 0,
      message: 'Queued',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOperation(row);
}

/** Returns undefined, and changes nothing, if the operation has ended. */
export async function updateProgress(
  trx: Db,
  id: number,
  { step, message }: { step: OperationStep; message: string },
  now: number,
): Promise<Operation | undefined> {
  const row = await trx
    .updateTable('agent_operations')
    .set((e) => ({
      step,
      percent: e.fn<number>('max', ['percent', e.val(stepPercent(step))]),
      message,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'working')
    .returningAll()
    .executeTakeFirst();
  return row && toOperation(row);
}

/** The end of an operation: a message and the agent's version, or the error. */
export type OperationEnd =
  | { kind: 'completed'; message: string; agentVersion: string | null }
  | { kind: 'failed'; error: OperationError };

/** Returns undefined, and changes nothing, if the operation has already ended. */
export async function endOperation(
  trx: Db,
  id: number,
  end: OperationEnd,
  now: number,
): Promise<Operation | undefined> {
  const columns =
    end.kind === 'completed'
      ? { percent: 100, message: end.message, agent_version: end.agentVersion }
      : { message: end.error.message, error: JSON.stringify(end.error), agent_version: null };
  const row = await trx
    .updateTable('agent_operations')
    .set({ error: null, ...columns, status: end.kind, updated_at: now, finished_at: now })
    .where('id', '=', id)
    .where('status', '=', 'working')
    .returningAll()
    .executeTakeFirst();
  return row && toOperation(row);
}

export async function findOperation(
  db: Db,
  hostId: number,
  id: number,
): Promise<Operation | undefined> {
  const row = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('id', '=', id)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  return row && toOperation(row);
}

/** Newest first. */
export async function listHostOperations(
  db: Db,
  hostId: number,
  limit: number,
): Promise<Operation[]> {
  const rows = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toOperation);
}

/** Returns the ids of the queued or running operations on these hosts, ascending. */
export async function findWorkingIds(db: Db, hostIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('agent_operations')
    .select('id')
    .where('status', '=', 'working')
    .where('host_id', 'in', idList(hostIds))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the oldest queued operations except those in `excludedIds`. */
export async function listQueuedOperations(
  db: Db,
  excludedIds: readonly number[],
  limit: number,
): Promise<Operation[]> {
  const rows = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('status', '=', 'working')
    .where('step', '=', 'queued')
    .where('id', 'not in', idList(excludedIds))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toOperation);
}

/** Returns the operations that were running when the service ended. */
export async function listInterruptedOperations(db: Db): Promise<Operation[]> {
  const rows = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('status', '=', 'working')
    .where('step', '<>', 'queued')
    .orderBy('id')
    .execute();
  return rows.map(toOperation);
}
