import type { HostKey } from './host-key.js';

/** Stable codes; the documentation of errors lists the remedies. */
export type SshFailure =
  | 'not_allowed'
  | 'connect_timeout'
  | 'connection_refused'
  | 'unreachable'
  | 'host_key_changed'
  | 'host_key_unknown'
  | 'auth_failed'
  | 'connection_lost'
  | 'timeout'
  | 'aborted'
  | 'protocol_error'
  | 'sudo_denied'
  | 'upload_failed';

/**
 * Output of the remote host. The text is untrusted: bounded and sanitized, with the password
 * masked.
 */
export interface SshEvidence {
  stderr?: string;
  exitCode?: number | null;
  /** With host_key_changed: the pinned key and the presented one. */
  hostKeys?: { expected: HostKey; found: HostKey };
}

export class SshError extends Error {
  constructor(
    readonly code: SshFailure,
    message: string,
    readonly evidence: SshEvidence = {},
  ) {
    super(message);
    this.name = 'SshError';
  }
}

const MAX_TEXT = 4_096;

/**
 * Sanitizes remote text for an error or a log: at most the last 4 KiB, control bytes removed, line
 * breaks kept, the secret masked.
 */
export function sshErrorText(data: Buffer | string, secret: string): string {
  const whole = typeof data === 'string' ? data : data.toString('utf8');
  const safe = secret === '' ? whole : whole.replaceAll(secret, '***');
  return safe
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(-MAX_TEXT);
}
