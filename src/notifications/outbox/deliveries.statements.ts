import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import type { NotificationDeliveryTable } from '../notifications.table.js';

type DeliveryRow = Selectable<NotificationDeliveryTable>;

/** A row of the outbox that is not examined yet. */
export type UnreadRow = Pick<
  DeliveryRow,
  'id' | 'rule_id' | 'event' | 'task_id' | 'facts' | 'attempts' | 'created_at' | 'first_attempt_at'
>;

/** A message that is due. */
export type ReadyRow = Pick<
  DeliveryRow,
  'id' | 'channel_id' | 'event' | 'attempts' | 'first_attempt_at' | 'recipients'
> & { message: string };

/**
 * The end of an examination or an attempt that failed. `nextAttemptAt` null: none follows. `left`: recipients that a
 * mail did not reach, while it reached others; null: nothing was reached.
 */
export interface FailedAttempt {
  id: number;
  error: string;
  nextAttemptAt: number | null;
  left: readonly string[] | null;
}

const UNREAD_BATCH = 50;
const DELETE_BATCH = 500;

const UNREAD_COLUMNS = 'id, rule_id, event, task_id, facts, attempts, created_at, first_attempt_at';
const UNREAD = `SELECT ${UNREAD_COLUMNS} FROM notification_deliveries
  WHERE state = 'pending' AND stage = 'examine' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT ${UNREAD_BATCH}`;
const UNREAD_OF_TASK = `SELECT ${UNREAD_COLUMNS} FROM notification_deliveries
  WHERE state = 'pending' AND stage = 'examine' AND task_id = @taskId AND next_attempt_at <= @now ORDER BY id`;
const DUE_CHANNELS = `SELECT c.id FROM notification_channels c WHERE c.enabled = 1 AND EXISTS (
  SELECT 1 FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'pending' AND d.stage = 'ready'
    AND d.next_attempt_at <= ?)`;
const DUE_OF_CHANNEL = `SELECT id, channel_id, event, attempts, first_attempt_at, recipients, message
  FROM notification_deliveries
  WHERE channel_id = @channelId AND state = 'pending' AND stage = 'ready' AND next_attempt_at <= @now
    AND id NOT IN (SELECT value FROM json_each(@except))
    AND EXISTS (SELECT 1 FROM notification_channels c WHERE c.id = @channelId AND c.enabled = 1)
  ORDER BY next_attempt_at, id LIMIT 1`;
// The digest of a rule may be switched off while its task is examined: then there is nothing to wait for.
const STAGE = `CASE WHEN @stage = 'held' AND EXISTS (SELECT 1 FROM notification_rules r
  WHERE r.id = rule_id AND r.digest IS NOT NULL) THEN 'held' ELSE 'ready' END`;
const SET_MESSAGE = `UPDATE notification_deliveries SET stage = ${STAGE}, event = @event, message = @message, facts = NULL,
  attempts = 0, first_attempt_at = NULL, last_error = NULL, next_attempt_at = CASE ${STAGE} WHEN 'ready' THEN @now END WHERE id = @id AND stage = 'examine'`;
const DELETE_ROW = 'DELETE FROM notification_deliveries WHERE id = ?';
const MARK_SENT = `UPDATE notification_deliveries SET state = 'sent', attempts = attempts + 1, sent_at = @now,
  next_attempt_at = NULL, message = NULL, last_error = NULL WHERE id = @id AND state = 'pending'`;
const MARK_FAILED = `UPDATE notification_deliveries SET attempts = attempts + 1, last_error = @error,
  first_attempt_at = coalesce(first_attempt_at, @now), recipients = coalesce(@left, recipients),
  next_attempt_at = @nextAttemptAt, state = CASE WHEN @nextAttemptAt IS NULL THEN 'failed' ELSE 'pending' END,
  message = CASE WHEN @nextAttemptAt IS NULL THEN NULL ELSE message END
  WHERE id = @id AND state = 'pending'`;
const PLAN_AGAIN = `UPDATE notification_deliveries SET next_attempt_at = @now,
  first_attempt_at = CASE WHEN first_attempt_at <= @now THEN first_attempt_at END
  WHERE state = 'pending' AND next_attempt_at > @now`;
const DELETE_OLD = `DELETE FROM notification_deliveries WHERE id IN (SELECT id FROM notification_deliveries
  WHERE created_at < ? AND (state <> 'pending' OR channel_id IN (
    SELECT id FROM notification_channels WHERE enabled = 0)) LIMIT ${DELETE_BATCH})`;

/** Statements of the delivery of messages, prepared once. Those that write run inside a transaction. */
export function createDeliveryStatements(sqlite: Sqlite) {
  const unread = sqlite.prepare<[number], UnreadRow>(UNREAD);
  const unreadOfTask = sqlite.prepare<[object], UnreadRow>(UNREAD_OF_TASK);
  const dueChannels = sqlite.prepare<[number], number>(DUE_CHANNELS).pluck();
  const dueOfChannel = sqlite.prepare<[object], ReadyRow>(DUE_OF_CHANNEL);
  const setMessage = sqlite.prepare(SET_MESSAGE);
  const deleteRow = sqlite.prepare(DELETE_ROW);
  const markSent = sqlite.prepare(MARK_SENT);
  const markFailed = sqlite.prepare(MARK_FAILED);
  const planAgain = sqlite.prepare(PLAN_AGAIN);
  const deleteOld = sqlite.prepare(DELETE_OLD);
  return {
    listUnread: (now: number) => unread.all(now),
    listUnreadOfTask: (taskId: number, now: number) => unreadOfTask.all({ taskId, now }),
    /** Returns the enabled channels that have a message to send now. */
    listDueChannels: (now: number) => dueChannels.all(now),
    /** Returns the first message of an enabled channel that is due. `except`: ids of attempts that have not ended. */
    findDue: (channelId: number, now: number, except: readonly number[] = []) =>
      dueOfChannel.get({ channelId, now, except: JSON.stringify(except) }),
    /** Stores what an examined row says. */
    setMessage: (
      row: { id: number; event: string; message: string; stage: 'ready' | 'held' },
      now: number,
    ) => void setMessage.run({ ...row, now }),
    delete: (id: number) => void deleteRow.run(id),
    markSent: (id: number, now: number) => void markSent.run({ id, now }),
    markFailed: ({ left, ...failed }: FailedAttempt, now: number) =>
      void markFailed.run({ ...failed, left: left && JSON.stringify(left), now }),
    /** Makes the messages due that are to be sent or examined after `now`. */
    planAgain: (now: number) => void planAgain.run({ now }),
    /**
     * Deletes a batch of messages that were sent or given up, or are of a disabled channel. Returns false if none was
     * left.
     */
    deleteOld: (before: number) => deleteOld.run(before).changes > 0,
  };
}

export type DeliveryStatements = ReturnType<typeof createDeliveryStatements>;
