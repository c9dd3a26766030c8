import { createAccess } from '../audit/create-access.js';
import type { Context } from '../context.js';
import type { CloseStack } from '../lib/close-stack.js';
import { createConsoleSessions } from './create-sessions.js';

/**
 * Creates the authentication of callers by tokens and sessions, and the log of their changes.
 * @param isLocal the requests are of a command that opened the data directory itself
 */
export function createSignIn(
  deps: Pick<Context, 'config' | 'log' | 'clock' | 'database'>,
  isLocal: boolean,
  onClose: CloseStack,
): Pick<Context, 'authenticator' | 'audit' | 'logins' | 'isLocal' | 'sessions'> {
  const access = createAccess(deps, isLocal, onClose);
  return { ...access, sessions: createConsoleSessions({ ...deps, ...access }) };
}
