import type { Sqlite } from '../database/sqlite.js';
import type { AgentEvent, AgentEventTable, EventLog } from './events.js';

const COLUMNS = 'seq, event, time, operation_id, host_id, action, step, percent, message, error';
type Row = Omit<AgentEventTable, 'seq'> & { seq: number };

/**
 * The log over its table. Listeners get every event once, in the order of `seq`, whatever the order `publish` is called in: events are
 * numbered by one writer at a time, so that what lies before a published event is committed too, and is handed on with it.
 * `read` gives what was published (or was there at the start): what a transaction may still take back is nobody's to read.
 */
export function createEventLog(sqlite: Sqlite): EventLog {
  const insert = sqlite.prepare(
    'INSERT INTO agent_events (event, time, operation_id, host_id, action, step, percent, message, error) VALUES (@event, @time, @operation_id, @host_id, @action, @step, @percent, @message, @error)',
  );
  const some = sqlite.prepare<[number, number, number, number], Row>(
    `SELECT ${COLUMNS} FROM agent_events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ? OFFSET ?`,
  );
  const ofHost = sqlite.prepare<[number, number, number, number, number], Row>(
    `SELECT ${COLUMNS} FROM agent_events WHERE host_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ? OFFSET ?`,
  );
  const countOfHost = sqlite
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM agent_events WHERE host_id = ? AND seq > ? AND seq <= ?',
    )
    .pluck();
  const countAll = sqlite
    .prepare<[number, number], number>(
      'SELECT count(*) FROM agent_events WHERE seq > ? AND seq <= ?',
    )
    .pluck();
  const listeners = new Set<(event: AgentEvent) => void>();
  let published = lastSeq(sqlite);

  function handOn(event: AgentEvent): void {
    published = event.seq;
    for (const listener of [...listeners]) listener(event);
  }

  return {
    append(event) {
      const row = { ...event, error: event.error && JSON.stringify(event.error) };
      return { ...event, seq: Number(insert.run(row).lastInsertRowid) };
    },
    publish(events) {
      for (const event of events) {
        if (event.seq <= published) continue; // went with a later one
        if (event.seq > published + 1)
          for (const earlier of some.all(published, event.seq - 1, -1, 0)) handOn(eventOf(earlier));
        handOn(event);
      }
    },
    read({ since, hostId, limit, offset = 0 }) {
      const rows =
        hostId === undefined
          ? some.all(since, published, limit, offset)
          : ofHost.all(hostId, since, published, limit, offset);
      return rows.map(eventOf);
    },
    count({ since, hostId }) {
      return (
        (hostId === undefined
          ? countAll.get(since, published)
          : countOfHost.get(hostId, since, published)) ?? 0
      );
    },
    newestSeq: () => published,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

// Numbers go on also where all events were swept.
const lastSeq = (sqlite: Sqlite): number =>
  sqlite
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'agent_events'")
    .pluck()
    .get() ?? 0;

const eventOf = ({ error, ...row }: Row): AgentEvent => ({
  ...row,
  event: row.event as AgentEvent['event'],
  error: error === null ? null : (JSON.parse(error) as AgentEvent['error']),
});
