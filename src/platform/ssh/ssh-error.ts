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
  return maskedTail(data, secret)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(-MAX_TEXT);
}

/** The end of a text, a multiple of what is kept of it, with the secret masked. */
function maskedTail(data: Buffer | string, secret: string): string {
  const size = 4 * MAX_TEXT + Buffer.byteLength(secret);
  const isCut = data.length > size;
  const text = typeof data === 'string' ? data.slice(-size) : data.subarray(-size).toString('utf8');
  const masked = secret === '' ? text : text.replaceAll(secret, '***');
  return isCut ? masked.slice(secret.length) : masked; // the cut may be inside of the secret
}
