import type { Sqlite } from '../database/sqlite.js';
import type { AuditOutcome, NewAuditLine } from './audit.table.js';

const INSERT = `INSERT INTO audit (time, token_id, actor, role, address, action, resource, resource_id, resource_name, first_id, last_id,
    count, changes, outcome, status, code, request_id)
  VALUES (@time, @token_id, @actor, @role, @address, @action, @resource, @resource_id, @resource_name, @first_id, @last_id,
    @count, @changes, @outcome, @status, @code, @request_id)`;
const SET_OUTCOME = 'UPDATE audit SET outcome = ?, status = ?, code = ? WHERE id = ?';
const ADD_COUNT = 'UPDATE audit SET count = count + ? WHERE id = ?';
const DELETE_BEFORE = `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE time < ? ORDER BY time LIMIT ?)`;

export type AuditStatements = ReturnType<typeof createAuditStatements>;

/** Statements of the log, prepared once. Inside a transaction. */
export function createAuditStatements(sqlite: Sqlite) {
  const insert = sqlite.prepare(INSERT);
  const setOutcome = sqlite.prepare(SET_OUTCOME);
  const addCount = sqlite.prepare(ADD_COUNT);
  const deleteBefore = sqlite.prepare(DELETE_BEFORE);
  return {
    /** Returns the id of the line. */
    insert: (line: NewAuditLine): number => Number(insert.run(line).lastInsertRowid),
    setOutcome: (
      id: number,
      { outcome, status, code }: { outcome: AuditOutcome; status: number; code: string | null },
    ): void => void setOutcome.run(outcome, status, code, id),
    addCount: (id: number, count: number): void => void addCount.run(count, id),
    /** Deletes at most `limit` lines from before `time` (Unix seconds); returns how many. */
    deleteBefore: (time: number, limit: number): number => deleteBefore.run(time, limit).changes,
  };
}
