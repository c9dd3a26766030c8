import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import type { CredentialLogin } from '../../credentials/credentials.service.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentHub } from '../polling/hub.js';
import type { Listening } from './callback-url.js';
import { OperationFailure } from './errors.js';
import type { Operation } from './operations.js';
import type { OperationStore } from './operations.store.js';
import type { ConnectHost } from './remote/connect-host.js';
import type { OperationStep } from './steps.js';

/** What operations need of the service. */
export interface OperationDeps {
  database: Database;
  clock: Clock;
  log: BaseLogger;
  hub: AgentHub;
  store: OperationStore;
  openCredential: (id: number) => Promise<CredentialLogin | null>;
  connectHost: ConnectHost;
  listening: () => Listening | null;
  publicUrl: string | undefined;
  /** PEM of what agents are to trust over TLS; null: what their system trusts, or no TLS */
  ca: () => string | null;
  /** of the agents that are installed */
  version: string;
  /** how long a new agent may take to check in */
  verifyMs: number;
}

/** One operation under way. */
export interface OperationJob {
  deps: OperationDeps;
  op: Operation;
  ip: string;
  signal: AbortSignal;
  /** what must not stand in any text */
  secrets: string[];
  /** The step begins: one transaction with its event, and with `also`. Rejects with host_deleted when the operation is no more. */
  progress: (step: OperationStep, message: string, also?: () => void) => Promise<void>;
  /** run in the transaction that ends the operation as failed */
  onFailure: (() => void)[];
}

export function createOperationJob(
  world: OperationDeps,
  op: Operation,
  ip: string,
  signal: AbortSignal,
): OperationJob {
  return {
    deps: world,
    op,
    ip,
    signal,
    secrets: [],
    onFailure: [],
    progress: async (step, message, also) => {
      signal.throwIfAborted();
      if (!(await world.store.record(op.id, { kind: 'progress', step, message }, also)))
        throw new OperationFailure('host_deleted');
    },
  };
}

/** What an operation that went well has to say. */
export interface OperationResult {
  message: string;
  agentVersion: string | null;
}
