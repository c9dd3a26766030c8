import { writeTransaction } from '../../database/write-transaction.js';
import { OperationFailure, publicError } from './errors.js';
import type { OperationDeps } from './job.js';
import type { NewOperation, Operation } from './operations.js';
import { runOperation } from './run-operation.js';

/** Agent operations of the whole service: a queue in the table, worked on by so many at once. */
export interface AgentOperations {
  /** Queues an operation. Rejects with SQLite's constraint error when one works on the host, or the host is gone. */
  enqueue(operation: NewOperation): Promise<number>;
  /** Call inside the transaction that deletes hosts, before it does; what it gives, after the commit. */
  failForDeletedHosts(hostIds: readonly number[]): () => void;
  /** Ends what a former life of the service had begun. */
  resume(): Promise<void>;
  /** Works on what waits: call it when the service listens, for agents are to call it. */
  wake(): void;
  /** resolves when nothing waits and nothing works */
  idle(): Promise<void>;
  /** Ends what is under way as interrupted; what waits is worked on at the next start. */
  close(): Promise<void>;
}

interface UnderWay {
  hostId: number;
  controller: AbortController;
  ended: Promise<void>;
}

/** @param limit operations at once */
export function createAgentOperations(world: OperationDeps, limit: number): AgentOperations {
  const { store, database, log } = world;
  const underWay = new Map<number, UnderWay>();
  const lost = new Set<number>(); // could not be written down; left for the next start
  let isOpen = false;
  let isClosed = false;

  function fill(): void {
    if (!isOpen || underWay.size >= limit) return;
    for (const op of store.listQueued(
      new Set([...underWay.keys(), ...lost]),
      limit - underWay.size,
    ))
      start(op);
  }

  function start(op: Operation): void {
    const controller = new AbortController();
    const ended = runOperation(world, op, controller.signal)
      .catch((error: unknown) => {
        lost.add(op.id);
        log.error(
          { operationId: op.id, error: String(error) },
          'an agent operation could not be written down',
        );
      })
      .finally(() => {
        underWay.delete(op.id);
        fill();
      });
    underWay.set(op.id, { hostId: op.host_id, controller, ended });
  }

  return {
    async enqueue(operation) {
      const { id, events } = await writeTransaction(database, () => store.insert(operation));
      store.publish(events);
      const op = store.find(id);
      // a command that is the service for a moment takes its own alone, which then says what is missing; the others wait for the service
      if (isOpen) fill();
      else if (op && !isClosed) start(op);
      return id;
    },
    failForDeletedHosts(hostIds) {
      const deleted = new OperationFailure('host_deleted');
      const events = store.failForDeletedHosts(hostIds, publicError(deleted, []));
      const gone = new Set(hostIds);
      return () => {
        store.publish(events);
        for (const { hostId, controller } of underWay.values())
          if (gone.has(hostId)) controller.abort(deleted);
        for (const hostId of hostIds) world.hub.disconnect(hostId);
      };
    },
    async resume() {
      for (const op of store.listInterrupted())
        await store.record(op.id, {
          kind: 'failed',
          error: publicError(
            new OperationFailure('interrupted', `It was at the step ${op.step}`),
            [],
          ),
        });
      isOpen = true;
      if (world.listening() !== null) fill();
    },
    wake: fill,
    async idle() {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map((one) => one.ended));
    },
    async close() {
      isOpen = false;
      isClosed = true;
      for (const { controller } of underWay.values())
        controller.abort(new OperationFailure('interrupted'));
      await Promise.all([...underWay.values()].map((one) => one.ended));
    },
  };
}
