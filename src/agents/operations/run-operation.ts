import { pinKey, pinnedKey } from '../host-keys.js';
import { callbackProblem } from './callback-url.js';
import { failureOf, OperationFailure, publicError, type OperationErrorCode } from './errors.js';
import { install } from './install.js';
import {
  createOperationJob,
  type OperationResult,
  type OperationJob,
  type OperationDeps,
} from './job.js';
import type { Operation } from './operations.js';
import type { RemoteHost } from './remote/remote-host.js';
import { uninstall } from './uninstall.js';

/** Works on an operation to its end, and writes that down. Rejects only when it can't be written. `signal`'s reason, an OperationFailure, tells why it is given up. */
export async function runOperation(
  world: OperationDeps,
  op: Operation,
  signal: AbortSignal,
): Promise<void> {
  const ip = world.database.sqlite
    .prepare<[number], string>('SELECT ip FROM hosts WHERE id = ?')
    .pluck()
    .get(op.host_id);
  if (ip === undefined) return;
  const job = createOperationJob(world, op, ip, signal);
  try {
    const { message, agentVersion } = await work(job);
    await world.store.record(op.id, { kind: 'completed', message, agentVersion });
    world.log.info(
      { operationId: op.id, hostId: op.host_id, action: op.action },
      'agent operation completed',
    );
  } catch (error) {
    await fail(job, error);
  }
}

async function fail(job: OperationJob, error: unknown): Promise<void> {
  const { deps: world, op, signal } = job;
  const failure = signal.aborted ? failureOf(signal.reason) : failureOf(error);
  const told = publicError(failure, job.secrets);
  if (failure.code === 'internal')
    world.log.error(
      { operationId: op.id, error: error instanceof Error ? error.stack : String(error) },
      'agent operation failed by a defect',
    );
  else
    world.log.info(
      { operationId: op.id, hostId: op.host_id, action: op.action, code: told.code },
      'agent operation failed',
    );
  await world.store.record(op.id, { kind: 'failed', error: told }, () => {
    for (const also of job.onFailure) also();
  });
}

async function work(job: OperationJob): Promise<OperationResult> {
  const { op, deps: world } = job;
  const refusal =
    op.action === 'uninstall' ? null : callbackProblem(world.listening(), world.publicUrl, job.ip);
  if (refusal !== null) throw new OperationFailure('no_way_back', refusal);
  await job.progress('connect', `Connecting to ${job.ip}`);
  const site = await visit(job);
  try {
    const now = world.clock.now();
    await job.progress('authenticate', site.login, () => {
      if (site.key !== null)
        pinKey(world.database.sqlite, op.host_id, site.key.kind, site.key, now);
    });
    return op.action === 'uninstall'
      ? await uninstall(job, site)
      : await install(job, site, () => visit(job));
  } finally {
    await site.close().catch(() => undefined);
  }
}

const AT_LOGIN: readonly OperationErrorCode[] = [
  'auth_failed',
  'host_key_changed',
  'host_key_unknown',
  'certificate_untrusted',
  'access_denied',
];

async function visit(job: OperationJob): Promise<RemoteHost> {
  const { op, deps: world, ip, signal } = job;
  const credential = await world.openCredential(op.credential_id).catch(() => null);
  if (credential === null) throw new OperationFailure('credential_unreadable');
  job.secrets.push(credential.password);
  const kind = op.os_family === 'linux' ? 'ssh' : 'winrm';
  try {
    return await world.connectHost({
      ip,
      osFamily: op.os_family,
      credential,
      pinned: pinnedKey(world.database.sqlite, op.host_id, kind),
      signal,
    });
  } catch (error) {
    if (AT_LOGIN.includes(failureOf(error).code))
      await job.progress('authenticate', `Logging in as ${credential.username}`);
    throw error;
  }
}
