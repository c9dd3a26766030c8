import type { HostOutcome, HostResult } from '../../tasks/task-type.js';

/** A session returned no report. `result`: the outcome for the task. */
export class SessionFailure extends Error {
  constructor(readonly result: HostResult) {
    super(result.detail ?? result.reason ?? result.outcome);
    this.name = 'SessionFailure';
  }
}

const OUTCOMES: Readonly<Record<string, HostOutcome>> = {
  connect_timeout: 'unreachable',
  connection_refused: 'unreachable',
  unreachable: 'unreachable',
  connection_lost: 'unreachable',
  not_allowed: 'not_allowed',
  credential_not_allowed: 'not_allowed',
  auth_failed: 'auth_failed',
  certificate_expired: 'auth_failed',
  certificate_not_yet_valid: 'auth_failed',
  access_denied: 'auth_failed',
  timeout: 'timeout',
};
const MAX_DETAIL_LENGTH = 500;

/** Returns the failure for an error code of SSH or WinRM. The message must already be free of secrets. */
export function sessionFailure(code: string, message: string): SessionFailure {
  const reason = code === 'certificate_changed' ? 'host_key_changed' : code;
  return new SessionFailure({
    outcome: OUTCOMES[code] ?? 'failed',
    reason,
    detail: message.slice(0, MAX_DETAIL_LENGTH),
  });
}

/** Returns the failure of a collector that ran, but wrote no complete report. */
export const unreadableReport = (reason: string, detail: string): SessionFailure =>
  new SessionFailure({ outcome: 'bad_data', reason, detail: detail.slice(0, MAX_DETAIL_LENGTH) });
