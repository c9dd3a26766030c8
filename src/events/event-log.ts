import type { Sqlite } from '../database/sqlite.js';
import type { AgentEvent, EventLog } from './events.js';
import { createEventStatements } from './events.statements.js';
import { createStreamWrites } from './stream/stream.statements.js';

/**
 * Creates the log over its table. Listeners receive every event once, in the order of `seq`, independent of the
 * order of the `publish` calls: one writer at a time assigns `seq`, so the events before a published one
 * are committed too, and are published with it. `read` returns published events only, because others may
 * still be rolled back.
 * @param onPublish called after events were published
 */
export function createEventLog(sqlite: Sqlite, onPublish: () => void = () => undefined): EventLog {
  const statements = createEventStatements(sqlite);
  const stream = createStreamWrites(sqlite);
  const listeners = new Set<(event: AgentEvent) => void>();
  let published = statements.lastSeq();

  function notify(event: AgentEvent): void {
    published = event.seq;
    for (const listener of [...listeners]) listener(event);
  }

  return {
    append(event) {
      const stored = { ...event, seq: statements.insert(event) };
      stream.insertAgent(stored);
      return stored;
    },
    publish(events) {
      for (const event of events) {
        if (event.seq <= published) continue; // published with a later one
        if (event.seq > published + 1)
          for (const earlier of statements.page({ since: published }, event.seq - 1, -1))
            notify(earlier);
        notify(event);
      }
      onPublish();
    },
    read: ({ limit, ...filter }) => statements.page(filter, published, limit),
    newestSeq: () => published,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
