import type { LoginPorts } from '../../platform/net/login-ports.js';
import type { HostKeyKind, PinnedKey } from '../../agents/agents.table.js';
import type { Login } from './login.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import type { HostResult, HostOutcome, TaskHost } from '../../tasks/task-type.js';
import { collectBySsh } from './session.ssh.js';
import { collectByWinRm } from './session.winrm.js';

/** The keys that hosts are known by. */
export interface HostKeys {
  pinned: (hostId: number, kind: HostKeyKind) => Promise<PinnedKey | null>;
  pin: (
    hostId: number,
    kind: HostKeyKind,
    key: Pick<PinnedKey, 'type' | 'fingerprint_sha256'>,
  ) => Promise<void>;
}

export interface SessionOptions {
  guard: AddressGuard;
  ports: LoginPorts;
  /** whether a key that was never seen is trusted, where nobody told of it */
  trustOnFirstUse: boolean;
  keys: HostKeys;
  /** the collector, as text of the shell that runs it */
  script: (os: 'linux' | 'windows') => Promise<string>;
}

/**
 * Logs in on a host, runs the collector there and gives its report; nothing stays behind. Rejects with
 * SessionFailure.
 */
export type CollectBySession = (
  host: TaskHost,
  login: Login,
  signal: AbortSignal,
) => Promise<Buffer>;

/** A session gave no report; `result` says so in the words of a task. */
export class SessionFailure extends Error {
  constructor(readonly result: HostResult) {
    super(result.detail ?? result.reason ?? result.outcome);
    this.name = 'SessionFailure';
  }
}

/** A report is never larger, unpacked. */
export const MAX_REPORT = 64 << 20;
export const CONNECT_MS = 15_000;
export const COLLECT_MS = 180_000;

export const createSessions =
  (options: SessionOptions): CollectBySession =>
  (host, login, signal) =>
    (login.type === 'ssh_password' ? collectBySsh : collectByWinRm)(options, host, login, signal);

const OUTCOMES: Readonly<Record<string, HostOutcome>> = {
  connect_timeout: 'unreachable',
  connection_refused: 'unreachable',
  unreachable: 'unreachable',
  connection_lost: 'unreachable',
  not_allowed: 'not_allowed',
  auth_failed: 'auth_failed',
  access_denied: 'auth_failed',
  timeout: 'timeout',
};
const MAX_DETAIL = 500;

/** The failure that an error code of SSH or WinRM stands for. The text is clean already. */
export function sessionFailure(code: string, message: string): SessionFailure {
  const reason = code === 'certificate_changed' ? 'host_key_changed' : code;
  return new SessionFailure({
    outcome: OUTCOMES[code] ?? 'failed',
    reason,
    detail: message.slice(0, MAX_DETAIL),
  });
}

/** The collector ran and gave no whole report. */
export const unreadableReport = (reason: string, detail: string): SessionFailure =>
  new SessionFailure({ outcome: 'bad_data', reason, detail: detail.slice(0, MAX_DETAIL) });
