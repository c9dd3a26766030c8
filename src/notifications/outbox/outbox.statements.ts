import type { Sqlite } from '../../database/sqlite.js';
import { TASK_EVENTS, type MessageEvent, type NotificationEvent } from '../events.js';

/** An event without a task: sentences about the first, and the number of all. */
export interface EventFacts {
  count: number;
  items: { text: string; host_id?: number; ip?: string; name?: string }[];
}

/** A new row of the outbox. */
export interface OutboxRow {
  channelId: number;
  ruleId: number;
  event: MessageEvent;
  taskId: number | null;
  /** null: the task says it */
  facts: EventFacts | null;
}

// The time and 20 random bits; always above the ids before it. It stays below 2^53 until the year 2242.
const NEW_ID = `max(@now * 1048576 + abs(random() % 1048576),
  coalesce((SELECT max(id) FROM notification_deliveries), 0) + 1)`;
const INSERT = `INSERT INTO notification_deliveries
  (id, channel_id, rule_id, event, task_id, stage, facts, message, state, attempts, next_attempt_at, created_at)
  VALUES (${NEW_ID}, @channelId, @ruleId, @event, @taskId, 'examine', @facts, NULL, 'pending', 0, @now, @now)
  RETURNING id`;

const SELECT_ID = `SELECT ${NEW_ID}`;

const HAS_EVENT =
  'EXISTS (SELECT 1 FROM json_each(r.events) e WHERE e.value IN (SELECT value FROM json_each(@events)))';
const OF_TEMPLATE = `(r.template_ids IS NULL OR EXISTS (SELECT 1 FROM json_each(r.template_ids) f WHERE f.value = @templateId))`;
const RULES_OF_TASK = `SELECT r.channel_id AS channelId, r.id AS ruleId, r.events FROM notification_rules r
  JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE ${HAS_EVENT} AND ${OF_TEMPLATE} AND (r.host_ids IS NULL AND r.group_ids IS NULL OR EXISTS (
    SELECT 1 FROM json_each(r.host_ids) f JOIN task_hosts t ON t.task_id = @taskId AND t.host_id = f.value
    UNION ALL SELECT 1 FROM json_each(r.group_ids) f JOIN group_hosts g ON g.group_id = f.value
      JOIN task_hosts t ON t.task_id = @taskId AND t.host_id = g.host_id))
  ORDER BY r.id`;
const RULES_OF_TEMPLATE = `SELECT r.channel_id AS channelId, r.id AS ruleId, r.events FROM notification_rules r
  JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE ${HAS_EVENT} AND ${OF_TEMPLATE} ORDER BY r.id`;
const TEMPLATE_OF_TASK = 'SELECT templates_id FROM tasks WHERE id = ?';
const TEMPLATE_NAME = 'SELECT name FROM templates WHERE id = ?';

interface MatchingRule {
  channelId: number;
  ruleId: number;
  events: string;
}

/** Statements that write the outbox, prepared once. They run inside the transaction of what they report. */
export function createOutboxStatements(sqlite: Sqlite) {
  const insert = sqlite.prepare<[object], number>(INSERT).pluck();
  const selectId = sqlite.prepare<[object], number>(SELECT_ID).pluck();
  const rulesOfTask = sqlite.prepare<[object], MatchingRule>(RULES_OF_TASK);
  const rulesOfTemplate = sqlite.prepare<[object], MatchingRule>(RULES_OF_TEMPLATE);
  const templateOfTask = sqlite.prepare<[number], number>(TEMPLATE_OF_TASK).pluck();
  const templateName = sqlite.prepare<[number], string>(TEMPLATE_NAME).pluck();
  return {
    /** Returns the id of the row. @param now Unix seconds */
    insert: ({ facts, ...row }: OutboxRow, now: number): number =>
      insert.get({ ...row, facts: facts && JSON.stringify(facts), now }) as number,
    /** Returns an id that no row has. @param now Unix seconds */
    newId: (now: number): number => selectId.get({ now }) as number,
    findTemplate: (taskId: number): number | undefined => templateOfTask.get(taskId),
    findTemplateName: (id: number): string | undefined => templateName.get(id),
    rulesOfTask: (taskId: number, templateId: number): MatchingRule[] =>
      rulesOfTask.all({ taskId, templateId, events: JSON.stringify([...TASK_EVENTS]) }),
    rulesOfTemplate: (templateId: number, event: NotificationEvent): MatchingRule[] =>
      rulesOfTemplate.all({ templateId, events: JSON.stringify([event]) }),
  };
}
