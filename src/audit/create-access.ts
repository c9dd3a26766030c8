import type { Context } from '../context.js';
import type { CloseStack } from '../lib/close-stack.js';
import { createAuthenticator } from '../tokens/authenticate.js';
import { createAuditLog } from './audit-log.js';
import { createLoginRefusal } from './refuse-login.js';

/**
 * Creates the authentication of callers, and the log of their changes.
 * @param isLocal the requests are of a command that opened the data directory itself
 */
export function createAccess(
  {
    config,
    log,
    clock,
    clockWatch,
    database,
  }: Pick<Context, 'config' | 'log' | 'clock' | 'clockWatch' | 'database'>,
  isLocal: boolean,
  onClose: CloseStack,
): Pick<Context, 'authenticator' | 'audit' | 'logins' | 'isLocal'> {
  const { API_TOKEN: apiToken, AUDIT_RETENTION_DAYS: retentionDays } = config;
  const authenticator = createAuthenticator({ sqlite: database.sqlite, clock, apiToken });
  const audit = createAuditLog({ database, clock, clockWatch, log, retentionDays });
  onClose.add(() => audit.close());
  return { authenticator, audit, logins: createLoginRefusal(audit, clock), isLocal };
}
