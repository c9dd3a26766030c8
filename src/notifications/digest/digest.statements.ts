import type { Sqlite } from '../../database/sqlite.js';

const DUE = `SELECT r.id FROM notification_rules r JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE r.next_digest_at <= ? ORDER BY r.id`;
const HELD = `SELECT id, message FROM notification_deliveries
  WHERE rule_id = ? AND stage = 'held' AND message IS NOT NULL ORDER BY id`;
const DELETE_HELD = `DELETE FROM notification_deliveries WHERE rule_id = @ruleId AND stage = 'held' AND id <= @upTo`;
const SET_NEXT = `UPDATE notification_rules SET next_digest_at = @next WHERE id = @ruleId AND next_digest_at = @due`;

/** Statements of digests, prepared once. Those that write run inside a transaction. */
export function createDigestStatements(sqlite: Sqlite) {
  const due = sqlite.prepare<[number], number>(DUE).pluck();
  const held = sqlite.prepare<[number], { id: number; message: string }>(HELD);
  const deleteHeld = sqlite.prepare(DELETE_HELD);
  const setNext = sqlite.prepare(SET_NEXT);
  return {
    /** Returns the rules whose digest is due. */
    listDue: (now: number) => due.all(now),
    /** Returns the messages that wait for the digest of a rule. */
    listHeld: (ruleId: number) => held.all(ruleId),
    deleteHeld: (ruleId: number, upTo: number) => void deleteHeld.run({ ruleId, upTo }),
    /** Plans the digest after this one. Returns false if it was made already. */
    setNext: (ruleId: number, due: number, next: number) =>
      setNext.run({ ruleId, due, next }).changes > 0,
  };
}
