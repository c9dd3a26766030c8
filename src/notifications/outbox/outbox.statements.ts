import type { Sqlite } from '../../database/sqlite.js';
import { TASK_EVENTS, type MessageEvent, type NotificationEvent } from '../events.js';

/** An event without a task: sentences about the first, and the number of all. */
export interface EventFacts {
  count: number;
  items: { text: string; host_id?: number; ip?: string; name?: string }[];
  /** that are known to be exploited now: their findings are read when the row is examined */
  vulnerabilities?: string[];
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
  VALUES (${NEW_ID}, @channelId, @ruleId, @event, @taskId, 'examine', @facts, NULL, 'pending', 0, @dueAt, @now)
  RETURNING id`;

// Not pending: a test that was interrupted is not repeated.
const INSERT_TEST = `INSERT INTO notification_deliveries
  (id, channel_id, event, stage, state, attempts, last_error, created_at)
  VALUES (${NEW_ID}, @channelId, 'test', 'ready', 'failed', 1, 'The test was interrupted.', @now) RETURNING id`;
const END_TEST = `UPDATE notification_deliveries SET state = iif(@ok, 'sent', 'failed'), last_error = @error,
  sent_at = iif(@ok, @now, NULL) WHERE id = @id`;

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
const HOSTS_OF_TEMPLATE = `(SELECT host_id FROM template_hosts WHERE template_id = @templateId
  UNION SELECT g.host_id FROM template_groups t JOIN group_hosts g ON g.group_id = t.group_id
    WHERE t.template_id = @templateId)`;
const RULES_OF_TEMPLATE = `SELECT r.channel_id AS channelId, r.id AS ruleId, r.events FROM notification_rules r
  JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE ${HAS_EVENT} AND ${OF_TEMPLATE} AND (r.host_ids IS NULL AND r.group_ids IS NULL OR EXISTS (
    SELECT 1 FROM json_each(r.host_ids) f WHERE f.value IN ${HOSTS_OF_TEMPLATE}
    UNION ALL SELECT 1 FROM json_each(r.group_ids) f JOIN group_hosts g ON g.group_id = f.value
      WHERE g.host_id IN ${HOSTS_OF_TEMPLATE}))
  ORDER BY r.id`;
// Only to a row that is not due yet: one that is may be examined at this moment.
const ADD_VULNERABILITY = `UPDATE notification_deliveries
  SET facts = json_insert(facts, '$.vulnerabilities[#]', @vulnerability)
  WHERE rule_id = @ruleId AND channel_id = @channelId AND stage = 'examine' AND event = 'finding.new'
    AND task_id IS NULL AND attempts = 0 AND next_attempt_at > @now`;
const RULES_OF_EVENT = `SELECT r.channel_id AS channelId, r.id AS ruleId FROM notification_rules r
  JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1 WHERE ${HAS_EVENT} ORDER BY r.id`;
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
  const insertTest = sqlite.prepare<[object], number>(INSERT_TEST).pluck();
  const endTest = sqlite.prepare(END_TEST);
  const rulesOfTask = sqlite.prepare<[object], MatchingRule>(RULES_OF_TASK);
  const rulesOfTemplate = sqlite.prepare<[object], MatchingRule>(RULES_OF_TEMPLATE);
  const addVulnerability = sqlite.prepare<[object]>(ADD_VULNERABILITY);
  const rulesOfEvent = sqlite.prepare<[object], Omit<MatchingRule, 'events'>>(RULES_OF_EVENT);
  const templateOfTask = sqlite.prepare<[number], number>(TEMPLATE_OF_TASK).pluck();
  const templateName = sqlite.prepare<[number], string>(TEMPLATE_NAME).pluck();
  return {
    /** Returns the id of the row. @param now Unix seconds @param dueAt when it is examined */
    insert: ({ facts, ...row }: OutboxRow, now: number, dueAt = now): number =>
      insert.get({ ...row, facts: facts && JSON.stringify(facts), now, dueAt }) as number,
    /** Adds a vulnerability to the row of a rule that waits for more of them. Returns false without such a row. */
    addVulnerability: (
      added: { channelId: number; ruleId: number; vulnerability: string },
      now: number,
    ): boolean => addVulnerability.run({ ...added, now }).changes > 0,
    rulesOfEvent: (event: NotificationEvent) =>
      rulesOfEvent.all({ events: JSON.stringify([event]) }),
    /** Inserts the message of a test, and returns its id. @param now Unix seconds */
    insertTest: (channelId: number, now: number): number =>
      insertTest.get({ channelId, now }) as number,
    /** Records how a test ended. @param now Unix seconds */
    endTest: (id: number, { ok, error }: { ok: boolean; error: string | null }, now: number) =>
      void endTest.run({ id, ok: Number(ok), error, now }),
    findTemplate: (taskId: number): number | undefined => templateOfTask.get(taskId),
    findTemplateName: (id: number): string | undefined => templateName.get(id),
    rulesOfTask: (taskId: number, templateId: number): MatchingRule[] =>
      rulesOfTask.all({ taskId, templateId, events: JSON.stringify([...TASK_EVENTS]) }),
    rulesOfTemplate: (templateId: number, event: NotificationEvent): MatchingRule[] =>
      rulesOfTemplate.all({ templateId, events: JSON.stringify([event]) }),
  };
}
