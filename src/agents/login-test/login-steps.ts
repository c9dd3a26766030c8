import type { OperationErrorCode } from '../operations/errors.js';

/** The steps of a test, in their order. */
export const LOGIN_STEPS = ['connect', 'login', 'commands', 'rights'] as const;
export type LoginStep = (typeof LOGIN_STEPS)[number];

const STEPS: Partial<Record<OperationErrorCode, LoginStep>> = {
  auth_failed: 'login',
  certificate_expired: 'login',
  certificate_not_yet_valid: 'login',
  credential_unreadable: 'login',
  shell_quota: 'commands',
  no_shell: 'commands',
  sudo_denied: 'rights',
  access_denied: 'rights',
};

/** Failures of the login that are found before the host is contacted. */
const BEFORE_CONNECTION: readonly string[] = [
  'credential_unreadable',
  'certificate_expired',
  'certificate_not_yet_valid',
] satisfies OperationErrorCode[];

/** Whether the host was connected to before a login failed. */
export const isAfterConnection = (code: string): boolean => !BEFORE_CONNECTION.includes(code);

/**
 * Returns the step that a failure belongs to.
 * @param passed steps before it
 */
export function stepOf(code: string, passed: number): LoginStep {
  const step = STEPS[code as OperationErrorCode];
  if (step === 'rights' && passed === 0) return 'login'; // Windows refuses a login without the right to a shell
  return step ?? LOGIN_STEPS[passed] ?? 'rights';
}
