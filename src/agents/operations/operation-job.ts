import type { BaseLogger } from 'pino';
import type { CredentialLogin } from '../../credentials/credential-login.js';
import type { Db } from '../../database/database.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentStatements } from '../agents.statements.js';
import type { HostKeys } from '../host-keys.js';
import type { AgentHub } from '../polling/hub.js';
import type { Listening } from './callback-url.js';
import { OperationFailure } from './errors.js';
import type { Operation, OperationStep } from './operations.js';
import type { OperationStore, TransactionStep } from './operations.store.js';
import type { ConnectHost } from './remote/connect-host.js';

export interface OperationDeps {
  db: Db;
  clock: Clock;
  log: BaseLogger;
  hub: AgentHub;
  store: OperationStore;
  recordCheckIn: AgentStatements['recordCheckIn'];
  hostKeys: HostKeys;
  openCredential: (id: number) => Promise<CredentialLogin | null>;
  /** records that a login with this credential succeeded */
  recordUse: (credentialId: number) => Promise<void>;
  connectHost: ConnectHost;
  listening: () => Listening | null;
  publicUrl: string | undefined;
  /**
   * PEM of the certificate that agents must trust over TLS; null: plain HTTP, or a certificate that
   * their system trusts
   */
  ca: () => string | null;
  /** version of the agents that are installed */
  version: string;
  /** how long a new agent may take to check in */
  verifyMs: number;
}

/** A running operation. */
export interface OperationJob {
  deps: OperationDeps;
  op: Operation;
  ip: string;
  signal: AbortSignal;
  /** texts that must not appear in any message */
  secrets: string[];
  /**
   * Starts a step: one transaction with its event and `alsoWrite`. Rejects with `host_deleted` if the
   * operation has ended.
   */
  progress: (step: OperationStep, message: string, alsoWrite?: TransactionStep) => Promise<void>;
  /** writes for the transaction that fails the operation */
  onFailure: TransactionStep[];
}

/** The result of a successful operation. */
export interface OperationResult {
  message: string;
  agentVersion: string | null;
}

export function createOperationJob(
  deps: OperationDeps,
  op: Operation,
  ip: string,
  signal: AbortSignal,
): OperationJob {
  return {
    deps,
    op,
    ip,
    signal,
    secrets: [],
    onFailure: [],
    progress: async (step, message, alsoWrite) => {
      signal.throwIfAborted();
      if (!(await deps.store.record(op.id, { kind: 'progress', step, message }, alsoWrite)))
        throw new OperationFailure('host_deleted');
    },
  };
}
