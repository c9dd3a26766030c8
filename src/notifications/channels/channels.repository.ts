import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../database/database.js';
import { nameMatches, nameOrder, type NamedRows } from '../../database/lists/named-list.js';
import { offsetOf } from '../../http/common.js';
import type { NotificationChannelTable } from '../notifications.table.js';

export type ChannelRow = Selectable<NotificationChannelTable>;
type NewChannelRow = Insertable<NotificationChannelTable>;

/** The name of the channel of a row that has a `channel_id`. */
export const CHANNEL_NAME = sql<string>`(SELECT name FROM notification_channels AS c WHERE c.id = channel_id)`;

export async function selectChannels(
  db: Db,
  page: NamedRows,
): Promise<{ items: ChannelRow[]; total: number }> {
  const items = await db
    .selectFrom('notification_channels')
    .selectAll()
    .where(nameMatches(page))
    .orderBy(nameOrder(page))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('notification_channels')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(nameMatches(page))
    .executeTakeFirstOrThrow();
  return { items, total };
}

export const findChannel = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('notification_channels').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts a channel without its secrets: sealing needs the id. */
export const insertChannel = (
  db: Db,
  row: Omit<NewChannelRow, 'id' | 'secret'>,
): Promise<{ id: number }> =>
  db
    .insertInto('notification_channels')
    .values({ ...row, secret: Buffer.alloc(0) })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function updateChannel(
  db: Db,
  id: number,
  row: Partial<Omit<NewChannelRow, 'id'>>,
): Promise<void> {
  await db.updateTable('notification_channels').set(row).where('id', '=', id).execute();
}

/** Returns false for an unknown id. */
export async function deleteChannelRow(db: Db, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('notification_channels')
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
