import type { OperationErrorCode } from '../operations/errors.js';

/** The steps of a test, in their order. */
export const LOGIN_STEPS = ['connect', 'login', 'commands', 'rights'] as const;
export type LoginStep = (typeof LOGIN_STEPS)[number];

const STEPS: Partial<Record<OperationErrorCode, LoginStep>> = {
  auth_failed: 'login',
  certificate_expired: 'login',
  shell_quota: 'commands',
  no_shell: 'commands',
  sudo_denied: 'rights',
  access_denied: 'rights',
};

/**
 * Returns the step that a failure belongs to.
 * @param passed steps before it
 */
export function stepOf(code: string, passed: number): LoginStep {
  const step = STEPS[code as OperationErrorCode];
  if (step === 'rights' && passed === 0) return 'login'; // Windows refuses a login without the right to a shell
  return step ?? LOGIN_STEPS[passed] ?? 'rights';
}
