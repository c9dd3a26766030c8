import type { PeerQueue } from '../../platform/net/peer-queue.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import type { LoginPorts } from '../../platform/net/login-ports.js';
import type { TaskHost } from '../../tasks/task-type.js';
import type { Login } from './login.js';
import type { SessionKeys } from './session-keys.js';

export interface SessionOptions {
  guard: AddressGuard;
  ports: LoginPorts;
  /** whether the key of a host without a pinned key is trusted */
  trustOnFirstUse: boolean;
  keys: Pick<SessionKeys, 'record'>;
  /** returns the collector, a script for the shell of the system */
  script: (os: 'linux' | 'windows') => Promise<string>;
  /** shared by all sessions; default: each has its own */
  queue?: PeerQueue;
}

/** Logs in to a host, runs the collector and returns its report; no files remain. Rejects with SessionFailure. */
export type CollectBySession = (
  host: TaskHost,
  login: Login,
  signal: AbortSignal,
) => Promise<Buffer>;

/**
 * Largest report of a session. A Linux host with 30,000 packages writes 12 MiB. It is held in memory
 * while it arrives, for up to 32 hosts at a time.
 */
export const MAX_SESSION_REPORT_BYTES = 16 << 20;
export const CONNECT_TIMEOUT_MS = 15_000;
export const COLLECT_TIMEOUT_MS = 180_000;
