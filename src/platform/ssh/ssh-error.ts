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
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'no_shell'
  | 'connection_lost'
  | 'timeout'
  | 'aborted'
  | 'protocol_error'
  | 'sudo_denied'
  | 'upload_failed';

/**
 * Output of the remote host. The text is untrusted: bounded and sanitized, with the passwords
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
 * breaks kept, the secrets masked.
 */
export function sshErrorText(data: Buffer | string, secrets: readonly string[] = []): string {
  return maskedTail(data, secrets)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(-MAX_TEXT);
}

/** The end of a text, a multiple of what is kept of it, with the secrets masked: the longest first. */
function maskedTail(data: Buffer | string, secrets: readonly string[]): string {
  const present = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  const size = 4 * MAX_TEXT + Buffer.byteLength(present[0] ?? '');
  const isCut = data.length > size;
  const text = typeof data === 'string' ? data.slice(-size) : data.subarray(-size).toString('utf8');
  const masked = present.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return isCut ? masked.slice(present[0]?.length ?? 0) : masked; // the cut may be inside of a secret
}
