import type { Config } from '../config.js';
import type { Context } from '../context.js';
import type { CloseStack } from '../lib/close-stack.js';
import { createAuditLog, type AuditDeps } from './audit-log.js';
import { createLoginRefusal } from './refuse-login.js';

interface CreateAuditDeps extends Omit<AuditDeps, 'retentionDays'> {
  config: Pick<Config, 'AUDIT_RETENTION_DAYS'>;
  isLocal: boolean;
}

/** Creates the audit log, and what answers failed logins. */
export function createAudit(
  { config, isLocal, ...deps }: CreateAuditDeps,
  onClose: CloseStack,
): Pick<Context, 'audit' | 'logins' | 'isLocal'> {
  const audit = createAuditLog({ ...deps, retentionDays: config.AUDIT_RETENTION_DAYS });
  onClose.add(() => audit.close());
  return { audit, logins: createLoginRefusal(audit, deps.clock), isLocal };
}
