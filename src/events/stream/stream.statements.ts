import type { Sqlite } from '../../database/sqlite.js';
import {
  resourceOf,
  toChangeEvent,
  type ChangeEvent,
} from '../../database/changes/change-events.js';
import type { AgentEvent } from '../events.js';
import {
  type NewStreamRow,
  type StreamEvent,
  type StreamFilter,
  type StreamTable,
  type Topic,
} from './stream.events.js';

const INSERT = `INSERT INTO events (event, time, agent_seq, task_id, template_id, percent, state, host_id, ip, outcome, feed, error, count, resource_id)
  VALUES (@event, @time, @agent_seq, @task_id, @template_id, @percent, @state, @host_id, @ip, @outcome, @feed, @error, @count, @resource_id)`;
const INSERT_AGENT = 'INSERT INTO events (event, time, agent_seq) VALUES (?, ?, ?)';
// An event of an agent that the cleanup has just deleted is left out.
const PAGE = `SELECT e.seq, e.event, e.time, e.agent_seq, e.task_id, e.template_id, e.percent, e.state, e.host_id, e.ip,
    e.outcome, e.feed, e.error, e.count, e.resource_id, CASE WHEN e.agent_seq IS NOT NULL THEN json_object('operation_id', a.operation_id,
    'host_id', a.host_id, 'action', a.action, 'step', a.step, 'percent', a.percent, 'message', a.message,
    'error', json(a.error)) END AS agent
  FROM events e LEFT JOIN agent_events a ON a.seq = e.agent_seq
  WHERE e.seq > @since AND e.seq <= @upTo
    AND CASE WHEN e.agent_seq IS NOT NULL THEN @agents AND a.seq IS NOT NULL WHEN e.feed IS NOT NULL THEN @feeds
      WHEN e.task_id IS NOT NULL THEN @tasks AND coalesce(e.task_id = @taskId, 1)
      ELSE substr(e.event, 1, instr(e.event, '.') - 1) || 's' IN (SELECT value FROM json_each(@topics)) END
  ORDER BY e.seq LIMIT @limit`;
/** The topics that a row shows by its columns; the others begin the name of the event. */
const COLUMNS_OF = ['agents', 'feeds', 'tasks'] as const satisfies Topic[];
const OLDEST_SEQ = 'SELECT min(seq) FROM events';
// sqlite_sequence keeps the last seq after all events were deleted.
const LAST_SEQ = "SELECT seq FROM sqlite_sequence WHERE name = 'events'";
const DELETE_BEFORE = `DELETE FROM events WHERE seq <= (
  SELECT max(seq) FROM (SELECT seq, time FROM events ORDER BY seq LIMIT @limit) WHERE time < @before)`;

type StreamRow = Omit<StreamTable, 'seq'> & {
  seq: number;
  /** of agents: the other fields, as JSON */
  agent: string | null;
};

interface PageQuery {
  since: number;
  upTo: number;
  limit: number;
}

/** Statements that store events, for the connection that writes. */
export function createStreamWrites(sqlite: Sqlite) {
  const insert = sqlite.prepare(INSERT);
  const insertAgent = sqlite.prepare(INSERT_AGENT);
  return {
    insert: (row: NewStreamRow) => void insert.run(row),
    insertAgent: ({ event, time, seq }: Pick<AgentEvent, 'event' | 'time' | 'seq'>) =>
      void insertAgent.run(event, time, seq),
  };
}

/** Statements that read events. */
export function createStreamReads(sqlite: Sqlite) {
  const page = sqlite.prepare<[object], StreamRow>(PAGE);
  const oldestSeq = sqlite.prepare<[], number | null>(OLDEST_SEQ).pluck();
  const lastSeq = sqlite.prepare<[], number>(LAST_SEQ).pluck();
  return {
    /** Returns selected events after `since` and up to `upTo`, ascending. -1 disables `limit`. */
    page: (query: PageQuery, { topics, taskId = null }: PageFilter): StreamEvent[] =>
      page
        .all({
          ...query,
          taskId,
          topics: JSON.stringify(topics),
          ...Object.fromEntries(COLUMNS_OF.map((t) => [t, topics.includes(t) ? 1 : 0])),
        })
        .map(toStreamEvent),
    isOpen: () => sqlite.open,
    /** Returns the seq of the oldest stored event; null: none is stored. */
    oldestSeq: (): number | null => oldestSeq.get() ?? null,
    /** Returns the newest seq that was ever stored, 0 if there was none. */
    lastSeq: (): number => lastSeq.get() ?? 0,
  };
}

type PageFilter = Omit<StreamFilter, 'taskId'> & { taskId?: number | null | undefined };

/**
 * Returns the function that deletes events older than `before` (Unix seconds) from the start of the sequence, at most
 * `limit`, and returns how many.
 */
export function prepareDeleteStream(sqlite: Sqlite) {
  const remove = sqlite.prepare(DELETE_BEFORE);
  return (before: number, limit: number): number => remove.run({ before, limit }).changes;
}

function toStreamEvent({ seq, event, time, ...row }: StreamRow): StreamEvent {
  if (row.agent !== null)
    return { seq, topic: 'agents', event, time, ...JSON.parse(row.agent) } as StreamEvent;
  if (row.feed !== null) {
    const error = event === 'feed.update.failed' && { error: row.error };
    return { seq, topic: 'feeds', event, time, feed: row.feed, ...error } as StreamEvent;
  }
  if (row.count !== null) {
    const change = toChangeEvent(event as ChangeEvent['event'], row.count, row.resource_id);
    return { seq, topic: `${resourceOf(event)}s`, time, ...change } as StreamEvent;
  }
  const { task_id, template_id, percent, state, host_id, ip, outcome, error } = row;
  if (event === 'agent.identity_conflict')
    return { seq, topic: 'agents', event, time, host_id, error } as StreamEvent;
  if (task_id === null) return { seq, topic: 'hosts', event, time, host_id } as StreamEvent;
  const common = { seq, topic: 'tasks', event, time, task_id, template_id, percent, state };
  if (event === 'task.host_done') return { ...common, host_id, ip, outcome } as StreamEvent;
  return { ...common, ...(event === 'task.failed' && { error }) } as StreamEvent;
}
