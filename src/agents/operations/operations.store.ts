import type { Database, Db } from '../../database/database.js';
import { AppError } from '../../errors.js';
import type { AgentEvent, EventLog, OperationError } from '../../events/events.js';
import type { Clock } from '../../platform/clock.js';
import type { NewOperation, Operation, OperationStep } from './operations.js';
import {
  endOperation,
  findWorkingIds,
  insertOperation,
  listInterruptedOperations,
  listQueuedOperations,
  updateProgress,
  type OperationEnd,
} from './operations.repository.js';

/**
 * A change of an operation. It is stored in one transaction with its event, which is published after
 * the commit.
 */
type OperationChange = { kind: 'progress'; step: OperationStep; message: string } | OperationEnd;

/** Writes of the caller that belong to the transaction of a change. */
export type TransactionStep = (trx: Db) => Promise<void>;

export interface OperationStore {
  /**
   * Queues an operation. Throws AppError `operation_working` if one is queued or running on the host; rejects with
   * SQLite's constraint error if the host does not exist.
   */
  insert(operation: NewOperation): Promise<Operation>;
  /** Returns false, and changes nothing, if the operation has ended (its host was deleted). */
  record(id: number, change: OperationChange, alsoWrite?: TransactionStep): Promise<boolean>;
  /**
   * Fails the operations of these hosts. Call it in the transaction that deletes the hosts, before they
   * are deleted. Returns the events to publish after the commit.
   */
  failForDeletedHosts(
    trx: Db,
    hostIds: readonly number[],
    error: OperationError,
  ): Promise<AgentEvent[]>;
  /** Returns the oldest queued operations except those in `excludedIds`. */
  listQueued(excludedIds: readonly number[], limit: number): Promise<Operation[]>;
  /** Returns the operations that were running when the service ended. */
  listInterrupted(): Promise<Operation[]>;
  publish(events: readonly AgentEvent[]): void;
}

/** Stores operations, each change together with its event. */
export function createOperationStore(
  { db }: Database,
  log: EventLog,
  clock: Clock,
): OperationStore {
  async function change(trx: Db, id: number, to: OperationChange): Promise<AgentEvent[]> {
    const operation =
      to.kind === 'progress'
        ? await updateProgress(trx, id, to, clock.now())
        : await endOperation(trx, id, to, clock.now());
    return operation ? [log.append(operationEvent(operation, to.kind))] : [];
  }

  return {
    async insert(operation) {
      const { inserted, event } = await db.transaction().execute(async (trx) => {
        await assertNoneWorking(trx, operation.host_id);
        const inserted = await insertOperation(trx, operation, clock.now());
        return { inserted, event: log.append(operationEvent(inserted, 'accepted')) };
      });
      log.publish([event]);
      return inserted;
    },
    async record(id, to, alsoWrite) {
      const events = await db.transaction().execute(async (trx) => {
        const appended = await change(trx, id, to);
        if (appended.length > 0) await alsoWrite?.(trx);
        return appended;
      });
      log.publish(events);
      return events.length > 0;
    },
    async failForDeletedHosts(trx, hostIds, error) {
      const events: AgentEvent[] = [];
      for (const id of await findWorkingIds(trx, hostIds))
        events.push(...(await change(trx, id, { kind: 'failed', error })));
      return events;
    },
    listQueued: (excludedIds, limit) => listQueuedOperations(db, excludedIds, limit),
    listInterrupted: () => listInterruptedOperations(db),
    publish: (events) => {
      log.publish(events);
    },
  };
}

/** In the transaction of the insert: another operation may end, or start, between two transactions. */
async function assertNoneWorking(trx: Db, hostId: number): Promise<void> {
  const [id] = await findWorkingIds(trx, [hostId]);
  if (id !== undefined)
    throw new AppError('operation_working', `Operation ${id} is already running on this host`, {
      conflict: { id },
    });
}

const operationEvent = (
  operation: Operation,
  kind: 'accepted' | OperationChange['kind'],
): Omit<AgentEvent, 'seq'> => ({
  event: `agent.${operation.action}.${kind}`,
  time: operation.updated_at,
  operation_id: operation.id,
  host_id: operation.host_id,
  action: operation.action,
  step: operation.step,
  percent: operation.percent,
  message: operation.message,
  error: operation.error,
});
