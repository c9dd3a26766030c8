import { sshErrorText, SshError, type SshFailure } from '../../platform/ssh/ssh-error.js';
import { WinRmError, type WinRmErrorCode } from '../../platform/winrm/winrm.error.js';
import type { OperationError } from '../../events/events.js';

/** Every way an operation can fail, with the sentence that is told. Documented in docs/errors.md, with what to do. */
export const OPERATION_ERRORS = {
  not_allowed: 'The address may not be contacted',
  connect_timeout: 'The host did not answer',
  connection_refused: 'Nobody listens for logins on the host',
  unreachable: 'The host cannot be reached',
  protocol_error: 'What answers there cannot be understood',
  host_key_changed: 'The host shows another key than before',
  host_key_unknown: 'Nobody has told the key of the host, and a first one is not trusted',
  certificate_untrusted: 'The certificate of the host is not trusted',
  auth_failed: 'The host did not accept the login',
  access_denied: 'The login lacks the rights of an administrator',
  sudo_denied: 'The login cannot become root',
  shell_quota: 'The host opens no more shells for this login',
  unsupported_os: 'No agent can be installed on this system',
  no_service_manager:
    'Nothing on the host would keep an agent running: no systemd, no OpenRC, no cron',
  missing_tool: 'The host lacks a tool that the agent needs',
  no_way_back: 'The host cannot reach this service',
  disk_full: 'The disk of the host is full',
  read_only_root: 'The file system of the host is read-only',
  upload_failed: 'A file could not be written on the host',
  start_failed: 'The agent could not be started',
  verify_timeout: 'The new agent did not check in',
  not_installed: 'There is no agent on the host',
  not_removed: 'Something of the agent is left on the host',
  connection_lost: 'The connection to the host was lost',
  command_timeout: 'A command on the host did not end in its time',
  credential_unreadable: 'The password of the credential cannot be read',
  host_deleted: 'The host was deleted',
  interrupted: 'The service ended while it worked on this',
  internal: 'Something went wrong here; the log says what',
} as const;

export type OperationErrorCode = keyof typeof OPERATION_ERRORS;

/** Why an operation ends. `detail` may be what the other side said: it is cleaned and bounded before it is kept. */
export class OperationFailure extends Error {
  constructor(
    readonly code: OperationErrorCode,
    readonly detail: string | null = null,
  ) {
    super(OPERATION_ERRORS[code]);
    this.name = 'OperationFailure';
  }
}

const SSH: Record<SshFailure, OperationErrorCode> = {
  not_allowed: 'not_allowed',
  connect_timeout: 'connect_timeout',
  connection_refused: 'connection_refused',
  unreachable: 'unreachable',
  host_key_changed: 'host_key_changed',
  host_key_unknown: 'host_key_unknown',
  auth_failed: 'auth_failed',
  connection_lost: 'connection_lost',
  timeout: 'command_timeout',
  aborted: 'interrupted',
  protocol_error: 'protocol_error',
  sudo_denied: 'sudo_denied',
  upload_failed: 'upload_failed',
};
const WINRM: Record<WinRmErrorCode, OperationErrorCode> = {
  not_allowed: 'not_allowed',
  connect_timeout: 'connect_timeout',
  connection_refused: 'connection_refused',
  unreachable: 'unreachable',
  certificate_changed: 'host_key_changed',
  certificate_untrusted: 'certificate_untrusted',
  auth_failed: 'auth_failed',
  access_denied: 'access_denied',
  shell_quota: 'shell_quota',
  connection_lost: 'connection_lost',
  timeout: 'command_timeout',
  aborted: 'interrupted',
  too_much_output: 'protocol_error',
  upload_failed: 'upload_failed',
  protocol_error: 'protocol_error',
};

/** What anything thrown on the way means for the operation. */
export function failureOf(error: unknown): OperationFailure {
  if (error instanceof OperationFailure) return error;
  if (error instanceof SshError)
    return new OperationFailure(
      SSH[error.code],
      [error.message, error.evidence.stderr ?? ''].filter(Boolean).join('\n'),
    );
  if (error instanceof WinRmError) return new OperationFailure(WINRM[error.code], error.message);
  return new OperationFailure('internal');
}

/** The failure of a command by what it wrote to its error stream: a full disk and a read-only one are told apart from all else. */
export function writeFailure(stderr: string, otherwise: OperationErrorCode): OperationFailure {
  if (/No space left|Disk quota exceeded|not enough space on the disk/i.test(stderr))
    return new OperationFailure('disk_full', stderr);
  if (/Read-only file system/i.test(stderr)) return new OperationFailure('read_only_root', stderr);
  return new OperationFailure(otherwise, stderr);
}

const MAX_DETAIL = 2_000;

/** The failure as it is kept and told: its detail without control bytes and without any of the secrets, at most 2,000 characters of its end. */
export function publicError(failure: OperationFailure, secrets: readonly string[]): OperationError {
  const safe = secrets.reduce((text, secret) => sshErrorText(text, secret), failure.detail ?? '');
  const detail = sshErrorText(safe, '').slice(-MAX_DETAIL);
  return { code: failure.code, message: failure.message, detail: detail === '' ? null : detail };
}
