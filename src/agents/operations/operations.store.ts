import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { AgentEvent, EventLog, OperationError } from '../../events/events.js';
import type { Clock } from '../../platform/clock.js';
import { toOperation, type NewOperation, type Operation, type OperationRow } from './operations.js';
import { stepPercent, type OperationStep } from './steps.js';

/** What becomes of an operation; each is one transaction with its event, which is handed on after the commit. */
export type OperationChange =
  | { kind: 'progress'; step: OperationStep; message: string }
  | { kind: 'completed'; message: string; agentVersion: string | null }
  | { kind: 'failed'; error: OperationError };

export interface OperationStore {
  /** Call inside a transaction. Throws SQLite's constraint error when one works on the host. Gives what `publish` takes after the commit. */
  insert(operation: NewOperation): { id: number; events: AgentEvent[] };
  /** `also` runs inside the same transaction. False, and nothing happened, when the operation works no more (its host was deleted). */
  record(id: number, change: OperationChange, also?: () => void): Promise<boolean>;
  /** Call inside the transaction that deletes these hosts, before it does. Gives what `publish` takes after the commit. */
  failForDeletedHosts(hostIds: readonly number[], error: OperationError): AgentEvent[];
  /** The oldest that wait to be begun, without those that are under way here. */
  listQueued(underWay: ReadonlySet<number>, limit: number): Operation[];
  /** Those that were being worked on when the service ended. */
  listInterrupted(): Operation[];
  find(id: number): Operation | undefined;
  publish(events: readonly AgentEvent[]): void;
}

/** Operations in their table, each change with its event. */
export function createOperationStore(
  database: Database,
  log: EventLog,
  clock: Clock,
): OperationStore {
  const { sqlite } = database;
  const insert =
    sqlite.prepare(`INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, percent, message, created_at, updated_at)
    VALUES (@host_id, @action, @os_family, @credential_id, @dry_run, 'working', 'queued', 0, @message, @now, @now)`);
  const find = sqlite.prepare<[number], OperationRow>(
    'SELECT * FROM agent_operations WHERE id = ?',
  );
  const progress = sqlite.prepare(
    "UPDATE agent_operations SET step = @step, percent = max(percent, @percent), message = @message, updated_at = @now WHERE id = @id AND status = 'working'",
  );
  const end =
    sqlite.prepare(`UPDATE agent_operations SET status = @status, percent = CASE @status WHEN 'completed' THEN 100 ELSE percent END, message = @message, error = @error,
    agent_version = @agentVersion, updated_at = @now, finished_at = @now WHERE id = @id AND status = 'working'`);
  const working = sqlite.prepare<[string], OperationRow>(
    "SELECT * FROM agent_operations WHERE status = 'working' AND host_id IN (SELECT value FROM json_each(?)) ORDER BY id",
  );
  const queued = sqlite.prepare<[string, number], OperationRow>(
    "SELECT * FROM agent_operations WHERE status = 'working' AND step = 'queued' AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?",
  );
  const begun = sqlite.prepare<[], OperationRow>(
    "SELECT * FROM agent_operations WHERE status = 'working' AND step <> 'queued' ORDER BY id",
  );
  const get = (id: number): Operation | undefined => {
    const row = find.get(id);
    return row && toOperation(row);
  };

  function append(
    op: Operation,
    kind: 'accepted' | 'progress' | 'completed' | 'failed',
  ): AgentEvent {
    const { step, percent, message, error, action, host_id } = op;
    return log.append({
      event: `agent.${action}.${kind}`,
      time: op.updated_at,
      operation_id: op.id,
      host_id,
      action,
      step,
      percent,
      message,
      error,
    });
  }

  function change(id: number, what: OperationChange): AgentEvent[] {
    const now = clock.now();
    const done =
      what.kind === 'progress'
        ? progress.run({
            id,
            step: what.step,
            percent: stepPercent(what.step),
            message: what.message,
            now,
          })
        : end.run({
            id,
            now,
            status: what.kind,
            ...(what.kind === 'failed'
              ? {
                  message: what.error.message,
                  error: JSON.stringify(what.error),
                  agentVersion: null,
                }
              : { message: what.message, error: null, agentVersion: what.agentVersion }),
          });
    const after = get(id);
    return done.changes === 0 || after === undefined ? [] : [append(after, what.kind)];
  }

  return {
    insert(operation) {
      const { lastInsertRowid } = insert.run({
        ...operation,
        dry_run: operation.dry_run ? 1 : 0,
        message: 'Waits for its turn',
        now: clock.now(),
      });
      const op = get(Number(lastInsertRowid));
      return { id: Number(lastInsertRowid), events: op ? [append(op, 'accepted')] : [] };
    },
    async record(id, what, also) {
      const events = await writeTransaction(database, () => {
        const made = change(id, what);
        if (made.length > 0) also?.();
        return made;
      });
      log.publish(events);
      return events.length > 0;
    },
    failForDeletedHosts: (hostIds, error) =>
      working
        .all(JSON.stringify(hostIds))
        .flatMap((op) => change(op.id, { kind: 'failed', error })),
    listQueued: (underWay, limit) =>
      queued.all(JSON.stringify([...underWay]), limit).map(toOperation),
    listInterrupted: () => begun.all().map(toOperation),
    find: get,
    publish: (events) => {
      log.publish(events);
    },
  };
}
