import { sshErrorText, SshError, type SshFailure } from '../../platform/ssh/ssh-error.js';
import { WinRmError, type WinRmErrorCode } from '../../platform/winrm/winrm.error.js';
import type { OperationError } from '../../events/events.js';

/**
 * All failures of an operation, with their messages. docs/errors.md lists them with remedies.
 * @internal
 */
export const OPERATION_ERRORS = {
  not_allowed: 'Address not allowed',
  credential_not_allowed: 'The credential may not be used on this host',
  connect_timeout: 'The host did not respond',
  connection_refused: 'No SSH or WinRM service is listening',
  unreachable: 'Host unreachable',
  protocol_error: 'Unexpected response from the host',
  host_key_changed: 'Host key changed',
  host_key_unknown: 'Host key is not pinned and trust on first use is disabled',
  certificate_untrusted: 'Certificate of the host is not trusted',
  auth_failed: 'Login rejected by the host',
  certificate_expired: 'Certificate of the SSH key has expired',
  certificate_not_yet_valid: 'Certificate of the SSH key is not valid yet',
  no_shell: 'The login cannot run commands on the host',
  access_denied: 'Administrator rights required',
  sudo_denied: 'Cannot elevate to root',
  shell_quota: 'Shell limit reached for this user',
  unsupported_os: 'Operating system not supported by the agent',
  no_service_manager: 'No supported service manager (systemd, OpenRC, cron)',
  missing_tool: 'A tool that the agent requires is missing on the host',
  no_way_back: 'The host cannot reach this service',
  disk_full: 'Disk full on the host',
  read_only_root: 'File system of the host is read-only',
  upload_failed: 'Failed to write a file on the host',
  start_failed: 'Failed to start the agent',
  verify_timeout: 'The new agent did not check in',
  not_installed: 'No agent is installed on the host',
  not_removed: 'Agent files remain on the host',
  connection_lost: 'Connection to the host lost',
  command_timeout: 'A remote command timed out',
  credential_unreadable: 'Secret of the credential cannot be decrypted',
  host_deleted: 'The host was deleted',
  interrupted: 'Interrupted: the service ended during the operation',
  internal: 'Internal error; see the log',
} as const;

export type OperationErrorCode = keyof typeof OPERATION_ERRORS;

/**
 * The failure of an operation. `detail` may quote the host: it is cleaned and truncated before it is
 * stored.
 */
export class OperationFailure extends Error {
  constructor(
    readonly code: OperationErrorCode,
    readonly detail: string | null = null,
  ) {
    super(OPERATION_ERRORS[code]);
    this.name = 'OperationFailure';
  }
}

const CODES_OF_SSH: Record<SshFailure, OperationErrorCode> = {
  not_allowed: 'not_allowed',
  connect_timeout: 'connect_timeout',
  connection_refused: 'connection_refused',
  unreachable: 'unreachable',
  host_key_changed: 'host_key_changed',
  host_key_unknown: 'host_key_unknown',
  auth_failed: 'auth_failed',
  certificate_expired: 'certificate_expired',
  certificate_not_yet_valid: 'certificate_not_yet_valid',
  no_shell: 'no_shell',
  connection_lost: 'connection_lost',
  timeout: 'command_timeout',
  aborted: 'interrupted',
  protocol_error: 'protocol_error',
  sudo_denied: 'sudo_denied',
  upload_failed: 'upload_failed',
};
const CODES_OF_WINRM: Record<WinRmErrorCode, OperationErrorCode> = {
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

/** Converts anything thrown during an operation to its failure. */
export function toFailure(error: unknown): OperationFailure {
  if (error instanceof OperationFailure) return error;
  if (error instanceof SshError)
    return new OperationFailure(
      CODES_OF_SSH[error.code],
      [error.message, error.evidence.stderr ?? ''].filter(Boolean).join('\n'),
    );
  if (error instanceof WinRmError)
    return new OperationFailure(CODES_OF_WINRM[error.code], error.message);
  return new OperationFailure('internal');
}

/**
 * Returns the failure of a command by its error output: `disk_full`, `read_only_root`, or the given
 * code.
 */
export function commandFailure(stderr: string, fallback: OperationErrorCode): OperationFailure {
  if (/No space left|Disk quota exceeded|not enough space on the disk/i.test(stderr))
    return new OperationFailure('disk_full', stderr);
  if (/Read-only file system/i.test(stderr)) return new OperationFailure('read_only_root', stderr);
  return new OperationFailure(fallback, stderr);
}

const MAX_DETAIL_LENGTH = 2_000;

/**
 * Converts a failure to its stored and returned form: the detail without control bytes and without the
 * secrets, at most its last 2,000 characters.
 */
export function publicError(failure: OperationFailure, secrets: readonly string[]): OperationError {
  const detail = sshErrorText(failure.detail ?? '', secrets).slice(-MAX_DETAIL_LENGTH);
  return { code: failure.code, message: failure.message, detail: detail === '' ? null : detail };
}
