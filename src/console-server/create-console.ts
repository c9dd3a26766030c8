import { createAccess } from '../audit/create-access.js';
import type { Context } from '../context.js';
import type { CloseStack } from '../lib/close-stack.js';
import { createConsoleSessions } from '../sessions/create-sessions.js';
import { CONSOLE_FOLDER } from './console-files.js';

/** Replacements for tests, and for commands. */
export interface AccessOverrides {
  /** the requests are of a command that opened the data directory itself */
  isLocal?: boolean;
  /** the built console */
  consoleFolder?: URL;
  /** how a person starts the program on this data directory, as `calledAs` returns it; default: `hostwarden` */
  program?: string;
}

/** Creates the authentication of callers by tokens and sessions, and the log of their changes. */
export function createCallers(
  deps: Pick<Context, 'config' | 'log' | 'clock' | 'clockWatch' | 'database'>,
  { isLocal = false, consoleFolder = CONSOLE_FOLDER, program = 'hostwarden' }: AccessOverrides,
  onClose: CloseStack,
): Pick<
  Context,
  'authenticator' | 'audit' | 'logins' | 'isLocal' | 'sessions' | 'consoleFolder' | 'program'
> {
  const access = createAccess(deps, isLocal, onClose);
  return {
    ...access,
    consoleFolder,
    program,
    sessions: createConsoleSessions({ ...deps, ...access }),
  };
}
