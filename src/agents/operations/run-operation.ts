import { secretsOfLogin } from '../../credentials/credential-login.js';
import { findHostIp } from '../agents.repository.js';
import { callbackProblem } from './callback-url.js';
import { OperationFailure, publicError, toFailure, type OperationErrorCode } from './errors.js';
import { install } from './install.js';
import {
  createOperationJob,
  type OperationDeps,
  type OperationJob,
  type OperationResult,
} from './operation-job.js';
import { keyKindOf, type Operation } from './operations.js';
import type { RemoteHost } from './remote/remote-host.js';
import { uninstall } from './uninstall.js';

/**
 * Runs an operation to its end and stores the outcome. Rejects only if the outcome cannot be stored.
 * @param signal aborts with an OperationFailure
 */
export async function runOperation(
  deps: OperationDeps,
  op: Operation,
  signal: AbortSignal,
): Promise<void> {
  const ip = await findHostIp(deps.db, op.host_id);
  if (ip === undefined) return;
  const job = createOperationJob(deps, op, ip, signal);
  try {
    const { message, agentVersion } = await execute(job);
    await deps.store.record(op.id, { kind: 'completed', message, agentVersion });
    deps.log.info(
      { operationId: op.id, hostId: op.host_id, action: op.action },
      'agent operation completed',
    );
  } catch (error) {
    await fail(job, error);
  }
}

async function fail(job: OperationJob, error: unknown): Promise<void> {
  const { deps, op, signal } = job;
  const failure = toFailure(signal.aborted ? signal.reason : error);
  const stored = publicError(failure, job.secrets);
  if (failure.code === 'internal')
    deps.log.error(
      { operationId: op.id, error: error instanceof Error ? error.stack : String(error) },
      'agent operation failed with an internal error',
    );
  else
    deps.log.info(
      { operationId: op.id, hostId: op.host_id, action: op.action, code: stored.code },
      'agent operation failed',
    );
  await deps.store.record(op.id, { kind: 'failed', error: stored }, async (trx) => {
    for (const step of job.onFailure) await step(trx);
  });
}

async function execute(job: OperationJob): Promise<OperationResult> {
  const { op, deps } = job;
  const problem =
    op.action === 'uninstall' ? null : callbackProblem(deps.listening(), deps.publicUrl, job.ip);
  if (problem !== null) throw new OperationFailure('no_way_back', problem);
  await job.progress('connect', `Connecting to ${job.ip}`);
  const host = await connect(job);
  try {
    const { key } = host;
    await deps.recordUse(op.credential_id);
    const by = { credentialId: op.credential_id, address: job.ip, role: op.login_role };
    await job.progress('authenticate', host.login, async (trx) => {
      if (key !== null) await deps.hostKeys.record({ ...by, kind: key.kind }, key, trx);
    });
    return op.action === 'uninstall'
      ? await uninstall(job, host)
      : await install(job, host, () => connect(job));
  } finally {
    await host.close().catch(() => undefined);
  }
}

/** Failures that occur after the connection, at the login. */
const LOGIN_FAILURES: readonly OperationErrorCode[] = [
  'auth_failed',
  'certificate_expired',
  'certificate_not_yet_valid',
  'host_key_changed',
  'host_key_unknown',
  'certificate_untrusted',
  'access_denied',
];

async function connect(job: OperationJob): Promise<RemoteHost> {
  const { op, deps, ip, signal } = job;
  const permission = await deps.hostKeys.permit({
    credentialId: op.credential_id,
    address: ip,
    kind: keyKindOf(op.os_family),
    role: op.login_role,
  });
  if (!permission.isAllowed)
    throw new OperationFailure('credential_not_allowed', permission.detail);
  const { pinned } = permission;
  const credential = await deps.openCredential(op.credential_id).catch(() => null);
  if (credential === null) throw new OperationFailure('credential_unreadable');
  job.secrets.push(...secretsOfLogin(credential));
  try {
    return await deps.connectHost({ ip, credential, pinned, signal });
  } catch (error) {
    if (LOGIN_FAILURES.includes(toFailure(error).code))
      await job.progress('authenticate', `Logging in as ${credential.username}`);
    throw error;
  }
}
