export type WinRmErrorCode =
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_lost'
  | 'unreachable'
  | 'not_allowed'
  | 'aborted'
  | 'certificate_changed'
  | 'certificate_untrusted'
  | 'auth_failed'
  | 'access_denied'
  | 'shell_quota'
  | 'timeout'
  | 'too_much_output'
  | 'upload_failed'
  | 'protocol_error';

const TEXT_LIMIT = 500;

/**
 * All failures of WinRM. `faultCode` is the Windows error code, if any (2150859173: too many
 * shells).
 */
export class WinRmError extends Error {
  readonly faultCode: number | null;
  constructor(
    readonly code: WinRmErrorCode,
    message: string,
    options: { faultCode?: number | null } = {},
  ) {
    super(winRmErrorText(message));
    this.name = 'WinRmError';
    this.faultCode = options.faultCode ?? null;
  }
}

/** Remote text on one line, bounded and without control characters. */
export function winRmErrorText(text: string): string {
  const line = text
    .slice(0, TEXT_LIMIT * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > TEXT_LIMIT ? `${line.slice(0, TEXT_LIMIT - 1)}…` : line;
}
