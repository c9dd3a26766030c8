import type { HostKey } from './host-key.js';

/** Stable codes; what a person can do about each stands in the documentation of errors. */
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

/** What the far end had to say. Its text is data: bounded and cleaned, with the password blacked out. */
export interface SshEvidence {
  stderr?: string;
  exitCode?: number | null;
  /** With host_key_changed: what was pinned and what was shown instead. */
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

/** Text of the far end as it may stand in an error or a log: at most 4 KiB of its end, control bytes gone, line breaks kept, the secret blacked out. */
export function sshErrorText(data: Buffer | string, secret: string): string {
  const whole = typeof data === 'string' ? data : data.toString('utf8');
  const safe = secret === '' ? whole : whole.replaceAll(secret, '***');
  return safe
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(-MAX_TEXT);
}
