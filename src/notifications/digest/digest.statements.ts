import type { Digest } from '../events.js';
import type { Sqlite } from '../../database/sqlite.js';

const DUE = `SELECT r.id FROM notification_rules r JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE r.next_digest_at <= ? ORDER BY r.id`;
const PLANNED = `SELECT id, digest, next_digest_at AS due FROM notification_rules WHERE next_digest_at > ?`;
const HELD_PAGE = 100;
const HELD = `SELECT id, message FROM notification_deliveries
  WHERE rule_id = ? AND stage = 'held' AND message IS NOT NULL AND id > ? ORDER BY id LIMIT ${HELD_PAGE}`;
const DELETE_HELD = `DELETE FROM notification_deliveries WHERE stage = 'held' AND id IN (SELECT value FROM json_each(?))`;
const SET_NEXT = `UPDATE notification_rules SET next_digest_at = @next WHERE id = @ruleId AND next_digest_at = @due`;

/** Statements of digests, prepared once. Those that write run inside a transaction. */
export function createDigestStatements(sqlite: Sqlite) {
  const due = sqlite.prepare<[number], number>(DUE).pluck();
  const planned = sqlite.prepare<[number], { id: number; digest: Digest | null; due: number }>(
    PLANNED,
  );
  const held = sqlite.prepare<[number, number], { id: number; message: string }>(HELD);
  const deleteHeld = sqlite.prepare(DELETE_HELD);
  const setNext = sqlite.prepare(SET_NEXT);
  return {
    /** Returns the rules whose digest is due. */
    listDue: (now: number) => due.all(now),
    /** Returns the rules whose digest is after `now`. */
    listPlanned: (now: number) => planned.all(now),
    /** Returns a page of the messages that wait for the digest of a rule. @param after the id before the page */
    listHeld: (ruleId: number, after: number) => held.all(ruleId, after),
    deleteHeld: (ids: readonly number[]) => void deleteHeld.run(JSON.stringify(ids)),
    /** Plans the digest after this one; null: none. Returns false if it was made already. */
    setNext: (ruleId: number, due: number, next: number | null) =>
      setNext.run({ ruleId, due, next }).changes > 0,
  };
}
