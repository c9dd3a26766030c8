import type { Sqlite } from '../database/sqlite.js';
import { toEvent, type AgentEvent, type AgentEventRow, type EventFilter } from './events.js';

const COLUMNS = 'seq, event, time, operation_id, host_id, action, step, percent, message, error';
const INSERT = `INSERT INTO agent_events (event, time, operation_id, host_id, action, step, percent, message, error)
  VALUES (@event, @time, @operation_id, @host_id, @action, @step, @percent, @message, @error)`;
const PAGE = `SELECT ${COLUMNS} FROM agent_events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
const PAGE_OF_HOST = `SELECT ${COLUMNS} FROM agent_events WHERE host_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
// sqlite_sequence keeps the last seq after all events were deleted.
const LAST_SEQ = "SELECT seq FROM sqlite_sequence WHERE name = 'agent_events'";
const DELETE_BEFORE =
  'DELETE FROM agent_events WHERE seq IN (SELECT seq FROM agent_events WHERE time < ? ORDER BY time LIMIT ?)';

/** Statements of the event log, prepared once: subscribers read pages of events while they catch up. */
export function createEventStatements(sqlite: Sqlite) {
  const insert = sqlite.prepare(INSERT);
  const page = sqlite.prepare<[number, number, number], AgentEventRow>(PAGE);
  const pageOfHost = sqlite.prepare<[number, number, number, number], AgentEventRow>(PAGE_OF_HOST);
  const lastSeq = sqlite.prepare<[], number>(LAST_SEQ).pluck();
  return {
    /** Returns the seq of the stored event. */
    insert: (event: Omit<AgentEvent, 'seq'>): number =>
      Number(
        insert.run({ ...event, error: event.error && JSON.stringify(event.error) }).lastInsertRowid,
      ),
    /** Returns events after `since` and up to `upTo`, ascending. -1 disables `limit`. */
    page({ since, hostId }: EventFilter, upTo: number, limit: number): AgentEvent[] {
      const rows =
        hostId === undefined
          ? page.all(since, upTo, limit)
          : pageOfHost.all(hostId, since, upTo, limit);
      return rows.map(toEvent);
    },
    /** Returns the newest seq that was ever stored, 0 if there was none. */
    lastSeq: (): number => lastSeq.get() ?? 0,
  };
}

/**
 * Returns the function that deletes events older than `before` (Unix seconds), at most `limit`, and
 * returns how many.
 */
export function prepareDeleteEvents(sqlite: Sqlite) {
  const remove = sqlite.prepare(DELETE_BEFORE);
  return (before: number, limit: number): number => remove.run(before, limit).changes;
}
