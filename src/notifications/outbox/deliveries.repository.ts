import { sql } from 'kysely';
import type { Db } from '../../database/database.js';
import { sortOrder, textMatches, type SortedRows } from '../../database/lists/sorted-list.js';
import { offsetOf } from '../../http/common.js';
import { CHANNEL_NAME } from '../channels/channels.repository.js';
import type { Delivery } from '../notifications.table.js';

/** Selects messages. */
export interface DeliveryFilter {
  channel_id?: number | undefined;
  task_id?: number | undefined;
  event?: string | undefined;
  state?: Delivery['state'] | undefined;
}

const COLUMNS = [
  'id',
  'channel_id',
  'rule_id',
  'event',
  'task_id',
  'state',
  'attempts',
  'next_attempt_at',
  'last_error',
  'created_at',
  'sent_at',
] as const;

/** Orders of the list of messages. */
export const DELIVERY_SORTS = ['id', 'channel', 'event', 'state', 'attempts'] as const;
export type DeliverySort = (typeof DELIVERY_SORTS)[number];

const ORDERS = {
  id: sql`id`,
  channel: sql`${CHANNEL_NAME} COLLATE NOCASE`,
  event: sql`event`,
  state: sql`state`,
  attempts: sql`attempts`,
};

/**
 * Returns a page of messages, and their total. Rows that are not examined yet, or wait for a
 * digest, are no messages; one is listed if it could not be examined.
 */
export async function selectDeliveries(
  db: Db,
  filter: DeliveryFilter,
  page: SortedRows<DeliverySort>,
): Promise<{ items: Delivery[]; total: number }> {
  let query = db
    .selectFrom('notification_deliveries')
    .where((e) => e.or([e('stage', '=', 'ready'), e('last_error', 'is not', null)]))
    .where(textMatches(page, [CHANNEL_NAME, sql`event`, sql`last_error`]));
  const { channel_id, task_id, event, state } = filter;
  if (channel_id !== undefined) query = query.where('channel_id', '=', channel_id);
  if (task_id !== undefined) query = query.where('task_id', '=', task_id);
  if (event !== undefined) query = query.where(sql<string>`event`, '=', event);
  if (state !== undefined) query = query.where('state', '=', state);
  const items = await query
    .select(COLUMNS)
    .orderBy(sortOrder(page, ORDERS))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await query
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items, total };
}
