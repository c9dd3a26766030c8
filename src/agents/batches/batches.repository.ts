import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Db } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { offsetOf, type Page } from '../../http/common.js';
import type { OperationRow } from '../operations/operations.js';
import type { AgentBatchTable, AgentRefusalTable } from './batches.table.js';

export type BatchRow = Selectable<AgentBatchTable>;
export type Refusal = Omit<AgentRefusalTable, 'batch_id'>;

export const insertBatch = (db: Db, batch: Omit<BatchRow, 'id'>): Promise<BatchRow> =>
  db.insertInto('agent_batches').values(batch).returningAll().executeTakeFirstOrThrow();

export const findBatch = (db: Db, id: number): Promise<BatchRow | undefined> =>
  db.selectFrom('agent_batches').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertRefusals(
  db: Db,
  batchId: number,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  const rows = refusals.map((refusal) => ({ batch_id: batchId, ...refusal }));
  await db.insertInto('agent_batch_refusals').values(rows).execute();
}

/** Returns the first refusals of a batch, by host. */
export const selectRefusals = (db: Db, batchId: number, limit: number): Promise<Refusal[]> =>
  db
    .selectFrom('agent_batch_refusals')
    .select(['host_id', 'code', 'message'])
    .where('batch_id', '=', batchId)
    .orderBy('host_id')
    .limit(limit)
    .execute();

interface Count {
  name: string;
  count: number;
}

/** Returns the number of refusals of a batch by code. */
export const countRefusals = (db: Db, batchId: number): Promise<Count[]> =>
  db
    .selectFrom('agent_batch_refusals')
    .select((e) => ['code as name', e.fn.countAll<number>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('code')
    .execute();

/** Returns the number of operations of a batch by state: `queued` for those that have not begun. */
export const countStates = (db: Db, batchId: number): Promise<Count[]> =>
  db
    .selectFrom('agent_operations')
    .select((e) => [
      sql<string>`iif(status = 'working' AND step = 'queued', 'queued', status)`.as('name'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('batch_id', '=', batchId)
    .groupBy('name')
    .execute();

/** Returns the number of failed operations of a batch by the code of their error. */
export const countFailures = (db: Db, batchId: number): Promise<Count[]> =>
  db
    .selectFrom('agent_operations')
    .select((e) => [
      sql<string>`coalesce(error ->> 'code', 'internal')`.as('name'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'failed')
    .groupBy('name')
    .execute();

export interface OperationFilter {
  batch?: number | undefined;
  host_id?: number | undefined;
  status?: OperationRow['status'] | undefined;
  error_code?: string | undefined;
}

/** Returns a page of the operations of all hosts, newest first, and their total. */
export async function selectOperations(
  db: Db,
  filter: OperationFilter,
  page: Page,
): Promise<{ items: (OperationRow & { ip: string; name: string })[]; total: number }> {
  const items = await db
    .selectFrom('agent_operations as o')
    .innerJoin('hosts as h', 'h.id', 'o.host_id')
    .selectAll('o')
    .select(['h.ip', 'h.name'])
    .where((e) => matches(e, filter))
    .orderBy('o.id', 'desc')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('agent_operations as o')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where((e) => matches(e, filter))
    .executeTakeFirstOrThrow();
  return { items, total };
}

type WithOperations = Tables & { o: Tables['agent_operations'] };

function matches(
  e: ExpressionBuilder<WithOperations, 'o'>,
  { batch, host_id, status, error_code }: OperationFilter,
) {
  return e.and([
    ...(batch === undefined ? [] : [e('o.batch_id', '=', batch)]),
    ...(host_id === undefined ? [] : [e('o.host_id', '=', host_id)]),
    ...(status === undefined ? [] : [e('o.status', '=', status)]),
    ...(error_code === undefined ? [] : [e(sql<string>`o.error ->> 'code'`, '=', error_code)]),
  ]);
}
