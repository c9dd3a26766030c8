import type { Sqlite } from '../database/sqlite.js';

export interface NewAcceptance {
  reason: string;
  until?: number | null | undefined;
  host_id?: number | null | undefined;
  package?: string | null | undefined;
}
export interface AcceptanceRecord {
  id: number;
  vulnerability_id: string;
  host_id: number | null;
  package: string | null;
  reason: string;
  by: string;
  until: number | null;
  created_at: number;
}

const COLUMNS = 'id, vulnerability_id, host_id, package, reason, "by", "until", created_at';
// Each change has a number of its own: what a task was compared by is told by the last one before its end.
const NEXT =
  '(SELECT coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) + 1 FROM acceptances)';

/** Stores an acceptance. Inside a transaction only. */
export function addAcceptance(
  sqlite: Sqlite,
  vulnerability: string,
  by: string,
  { reason, until = null, host_id = null, package: name = null }: NewAcceptance,
  now: number,
): AcceptanceRecord {
  return sqlite
    .prepare<unknown[], AcceptanceRecord>(
      `INSERT INTO acceptances (vulnerability_id, host_id, package, reason, "by", "until", created_at, began_change) VALUES (?, ?, ?, ?, ?, ?, ?, ${NEXT}) RETURNING ${COLUMNS}`,
    )
    .get(vulnerability, host_id, name, reason, by, until, now) as AcceptanceRecord;
}

/** Takes an acceptance back; false where there is none in force. Inside a transaction only. */
export function endAcceptance(
  sqlite: Sqlite,
  vulnerability: string,
  id: number,
  now: number,
): boolean {
  return (
    sqlite
      .prepare(
        `UPDATE acceptances SET ended_at = ?, ended_change = ${NEXT} WHERE id = ? AND vulnerability_id = ? AND ended_at IS NULL`,
      )
      .run(now, id, vulnerability).changes > 0
  );
}

/** Those of a vulnerability that are in force. */
export function listAcceptances(
  sqlite: Sqlite,
  vulnerability: string,
  now: number,
): AcceptanceRecord[] {
  return sqlite
    .prepare<[string, number], AcceptanceRecord>(
      `SELECT ${COLUMNS} FROM acceptances WHERE vulnerability_id = ? AND ended_at IS NULL AND ("until" IS NULL OR "until" > ?) ORDER BY id`,
    )
    .all(vulnerability, now);
}
