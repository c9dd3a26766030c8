import type { Db } from '../../database/database.js';
import { createSerialQueue } from '../../lib/serial-queue.js';
import { createLoginTest, type TestLogin } from '../login-test/login-test.js';
import { OperationFailure, publicError } from './errors.js';
import type { OperationDeps } from './operation-job.js';
import type { NewOperation, Operation } from './operations.js';
import type { OperationStore } from './operations.store.js';
import { runOperation } from './run-operation.js';

/** Agent operations of the service: a queue in the database, processed with limited concurrency. */
export interface AgentOperations {
  /**
   * Queues an operation. Rejects with AppError `operation_working` if one is queued or running on the host, with
   * SQLite's constraint error if the host was deleted.
   */
  enqueue(operation: NewOperation): Promise<Operation>;
  /**
   * Fails the operations of hosts that are about to be deleted. Call it in the transaction that deletes
   * the hosts, before they are deleted. Call the returned function after the commit.
   */
  failForDeletedHosts(trx: Db, hostIds: readonly number[]): Promise<() => void>;
  /** Fails the operations that the previous run of the service left unfinished, and starts the queued ones. */
  resume(): Promise<void>;
  /** Starts queued operations. Call it when the service listens: agents call back. */
  wake(): void;
  /** Resolves when no operation is queued or running. */
  idle(): Promise<void>;
  testLogin: TestLogin;
  /** Fails the running operations as interrupted; queued ones run after the next start. */
  close(): Promise<void>;
}

/** @param maxConcurrent operations that run at the same time */
export function createAgentOperations(deps: OperationDeps, maxConcurrent: number): AgentOperations {
  const { store, log, hub } = deps;
  const running = createRunningOperations(deps, fill);
  const fills = createSerialQueue();
  const closing = new AbortController();
  let isOpen = false;
  let isClosed = false;

  function fill(): void {
    fills.add(startQueued).catch((err: unknown) => {
      log.error({ err }, 'failed to start queued agent operations');
    });
  }

  async function startQueued(): Promise<void> {
    const free = maxConcurrent - running.count();
    if (!isOpen || free <= 0) return;
    const queued = await store.listQueued(running.excludedIds(), free);
    if (!isOpen) return;
    for (const operation of queued) running.start(operation);
  }

  return {
    async enqueue(operation) {
      const queued = await store.insert(operation);
      // A command that runs the service only for itself starts its own operation, which then reports that
      // the service does not listen. Other queued operations wait for a listening service.
      if (isOpen) fill();
      else if (!isClosed) running.start(queued);
      return queued;
    },
    async failForDeletedHosts(trx, hostIds) {
      const failure = new OperationFailure('host_deleted');
      const events = await store.failForDeletedHosts(trx, hostIds, publicError(failure, []));
      const deleted = new Set(hostIds);
      return () => {
        store.publish(events);
        running.abort(failure, (hostId) => deleted.has(hostId));
        for (const hostId of hostIds) hub.disconnect(hostId);
      };
    },
    async resume() {
      await failInterrupted(store);
      isOpen = true;
      if (deps.listening() !== null) fill();
    },
    wake: fill,
    testLogin: createLoginTest(deps, closing.signal),
    async idle() {
      await fills.idle();
      while (running.count() > 0) {
        await running.ended();
        await fills.idle();
      }
    },
    async close() {
      isOpen = false;
      isClosed = true;
      closing.abort();
      await fills.idle();
      running.abort(new OperationFailure('interrupted'), () => true);
      await running.ended();
    },
  };
}

async function failInterrupted(store: OperationStore): Promise<void> {
  for (const { id, step } of await store.listInterrupted()) {
    const failure = new OperationFailure('interrupted', `Interrupted at the step ${step}`);
    await store.record(id, { kind: 'failed', error: publicError(failure, []) });
  }
}

interface RunningOperation {
  hostId: number;
  controller: AbortController;
  ended: Promise<void>;
}

function createRunningOperations(deps: OperationDeps, onEnd: () => void) {
  const running = new Map<number, RunningOperation>();
  /** operations whose end could not be stored: left for the next start */
  const unsaved = new Set<number>();
  return {
    count: () => running.size,
    /** Returns the ids of operations that must not be started. */
    excludedIds: () => [...running.keys(), ...unsaved],
    start(operation: Operation): void {
      const { id, host_id: hostId } = operation;
      const controller = new AbortController();
      const ended = runOperation(deps, operation, controller.signal)
        .catch((error: unknown) => {
          unsaved.add(id);
          const fields = { operationId: id, error: String(error) };
          deps.log.error(fields, 'failed to save agent operation');
        })
        .finally(() => {
          running.delete(id);
          onEnd();
        });
      running.set(id, { hostId, controller, ended });
    },
    abort(failure: OperationFailure, isAffected: (hostId: number) => boolean): void {
      for (const { hostId, controller } of running.values())
        if (isAffected(hostId)) controller.abort(failure);
    },
    /** Resolves when the operations that are running now have ended. */
    async ended(): Promise<void> {
      await Promise.all([...running.values()].map((operation) => operation.ended));
    },
  };
}
