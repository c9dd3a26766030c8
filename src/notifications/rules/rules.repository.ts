import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../database/database.js';
import { sortOrder, textMatches, type SortedRows } from '../../database/lists/sorted-list.js';
import { offsetOf } from '../../http/common.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { CHANNEL_NAME } from '../channels/channels.repository.js';
import type { NotificationRuleTable } from '../notifications.table.js';

type RuleRow = Selectable<NotificationRuleTable>;
type NewRuleRow = Omit<Insertable<NotificationRuleTable>, 'id'>;

/** A rule as stored, with its lists parsed. */
export interface StoredRule extends Omit<
  RuleRow,
  'events' | 'template_ids' | 'group_ids' | 'host_ids'
> {
  events: string[];
  template_ids: number[];
  group_ids: number[];
  host_ids: number[];
}

const parseIds = (json: string | null): number[] =>
  json === null ? [] : (JSON.parse(json) as number[]);
const idsJson = (ids: readonly number[]): string | null =>
  ids.length === 0 ? null : JSON.stringify(ids);

const toStoredRule = (row: RuleRow): StoredRule => ({
  ...row,
  events: JSON.parse(row.events) as string[],
  template_ids: parseIds(row.template_ids),
  group_ids: parseIds(row.group_ids),
  host_ids: parseIds(row.host_ids),
});

type RuleFields = Omit<StoredRule, 'id'>;

const toRow = ({ events, template_ids, group_ids, host_ids, ...rest }: RuleFields) => ({
  ...rest,
  events: JSON.stringify(events),
  template_ids: idsJson(template_ids),
  group_ids: idsJson(group_ids),
  host_ids: idsJson(host_ids),
});

/** Selects rules. */
export interface RuleFilter {
  channel_id?: number | undefined;
}

/** Orders of the list of rules. */
export const RULE_SORTS = ['id', 'channel', 'severity'] as const;
export type RuleSort = (typeof RULE_SORTS)[number];

const ORDERS = {
  id: sql`id`,
  channel: sql`${CHANNEL_NAME} COLLATE NOCASE`,
  severity: sql`coalesce(instr(${SEVERITIES.toReversed().join(' ')}, severity), 0)`,
};

export async function selectRules(
  db: Db,
  { channel_id: channelId }: RuleFilter,
  page: SortedRows<RuleSort>,
): Promise<{ items: StoredRule[]; total: number }> {
  let query = db
    .selectFrom('notification_rules')
    .where(textMatches(page, [CHANNEL_NAME, sql`events`, sql`digest`]));
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId);
  const rows = await query
    .selectAll()
    .orderBy(sortOrder(page, ORDERS))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await query
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toStoredRule), total };
}

export async function findRule(db: Db, id: number): Promise<StoredRule | undefined> {
  const row = await db
    .selectFrom('notification_rules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toStoredRule(row);
}

/** Returns the id of the new rule. */
export async function insertRule(db: Db, rule: Omit<StoredRule, 'id'>): Promise<number> {
  const values: NewRuleRow = toRow(rule);
  const { id } = await db
    .insertInto('notification_rules')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(db: Db, id: number, rule: Omit<StoredRule, 'id'>): Promise<void> {
  await db.updateTable('notification_rules').set(toRow(rule)).where('id', '=', id).execute();
}

/** Returns false for an unknown id. */
export async function deleteRuleRow(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('notification_rules').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether messages wait for the digest of a rule. */
export async function hasHeld(db: Db, ruleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('notification_deliveries')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('stage', '=', 'held')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the messages that wait for the digest of a rule as failed, and deletes what was not examined. */
export async function giveUpUnsent(db: Db, ruleId: number, reason: string): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ stage: 'ready', state: 'failed', message: null, last_error: reason })
    .where('rule_id', '=', ruleId)
    .where('stage', '=', 'held')
    .execute();
  await db
    .deleteFrom('notification_deliveries')
    .where('rule_id', '=', ruleId)
    .where('stage', '=', 'examine')
    .execute();
}

/** Moves what a rule has not sent to its new channel: deleting the former one must not delete it. */
export async function moveUnsent(db: Db, ruleId: number, channelId: number): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ channel_id: channelId })
    .where('rule_id', '=', ruleId)
    .where('stage', '<>', 'ready')
    .execute();
}
