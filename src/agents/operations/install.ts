import { abortWith } from '../../lib/abort/on-abort.js';
import type { Db } from '../../database/database.js';
import {
  findTokenHashes,
  promoteToken,
  revokePendingToken,
  storePendingToken,
} from '../agents.repository.js';
import { createAgentToken, type AgentToken } from '../agents.tokens.js';
import { callbackProblem, serverAddress } from './callback-url.js';
import { OperationFailure, toFailure } from './errors.js';
import type { OperationJob, OperationResult } from './operation-job.js';
import type { RemoteHost, RemoteHostFacts } from './remote/remote-host.js';

/** A job on a connected host. `reconnect` logs in again. */
interface Install {
  job: OperationJob;
  host: RemoteHost;
  reconnect: () => Promise<RemoteHost>;
}

/**
 * Installs or updates the agent. The new agent is uploaded beside the old one, replaces it, and must
 * check in; otherwise the old agent is restored.
 * @param reconnect logs in to the host again
 */
export async function install(
  job: OperationJob,
  host: RemoteHost,
  reconnect: () => Promise<RemoteHost>,
): Promise<OperationResult> {
  const { op, deps } = job;
  await job.progress('inspect', `Inspecting ${job.ip}`);
  const facts = await host.inspect();
  if (op.action === 'update' && !facts.isInstalled && facts.oldTokenSha256 === null)
    throw new OperationFailure('not_installed');
  facts.assertSupported();
  const server = callbackUrl(job, host);
  await job.progress('way_back', `${facts.summary}; checking connectivity to ${server}`);
  await host.testCallback(server, deps.ca());
  if (op.dry_run)
    return {
      message: `Ready: ${facts.summary}; can reach ${server}; no changes made`,
      agentVersion: facts.version,
    };
  await replaceAgent({ job, host, reconnect }, facts, server);
  const verb = op.action === 'update' ? 'updated' : 'installed';
  return {
    message: `Agent ${deps.version} ${verb} and checked in`,
    agentVersion: deps.version,
  };
}

function callbackUrl({ deps, ip }: OperationJob, host: RemoteHost): string {
  const listening = deps.listening();
  const problem = callbackProblem(listening, deps.publicUrl, ip);
  if (listening === null || problem !== null) throw new OperationFailure('no_way_back', problem);
  return serverAddress(listening, deps.publicUrl, host.localAddress);
}

async function replaceAgent(
  target: Install,
  facts: RemoteHostFacts,
  server: string,
): Promise<void> {
  const { job, host } = target;
  const { op, deps } = job;
  const token = createAgentToken();
  job.secrets.push(token.token);
  let shouldKeepOld = false;
  await job.progress('upload', 'Uploading the agent', async (trx) => {
    const reconciled = await reconcileToken(trx, op.host_id, facts, deps.clock.now());
    shouldKeepOld = reconciled.shouldKeepOld;
    await storePendingToken(trx, op.host_id, op.os_family, token.sha256);
  });
  let isStarted = false;
  try {
    await host.stage({ server, version: deps.version, token: token.token, ca: deps.ca() });
    await job.progress('start', 'Starting the agent');
    isStarted = true;
    await startAndVerify(target, token, shouldKeepOld);
  } catch (error) {
    await rollback(target, isStarted);
    throw error;
  }
  await completeInstall(target, token, facts);
}

async function completeInstall(
  { job, host }: Install,
  { sha256 }: AgentToken,
  facts: RemoteHostFacts,
): Promise<void> {
  const { op, deps } = job;
  const { version } = deps;
  const now = deps.clock.now();
  const serviceManager = facts.manager ?? 'windows';
  await job.progress('clean_up', 'Agent checked in; cleaning up', async (trx) => {
    await promoteToken(trx, op.host_id, sha256, { version, serviceManager, now });
    deps.recordCheckIn(op.host_id, { at: now, version }); // the hub writes its check-in up to a second later
  });
  // The agent works. Remaining files are removed by the next operation.
  await host.cleanUp().catch((error: unknown) => {
    deps.log.warn(
      { operationId: op.id, code: toFailure(error).code },
      'failed to remove the former agent',
    );
  });
}

async function startAndVerify(
  { job, host }: Install,
  { sha256 }: AgentToken,
  shouldKeepOld: boolean,
): Promise<void> {
  const { op, deps } = job;
  const waiting = new AbortController();
  const leave = abortWith(job.signal, waiting);
  let isLate = false;
  const expected = { tokenSha256: sha256, version: deps.version };
  // Before the start: the agent may be fast.
  const checkIn = deps.hub.waitForCheckIn(op.host_id, expected, waiting.signal);
  checkIn.catch(() => undefined);
  try {
    await host.start(shouldKeepOld);
    await job.progress('verify', 'Waiting for the agent to check in');
    const timer = setTimeout(() => {
      isLate = true;
      waiting.abort();
    }, deps.verifyMs);
    await checkIn.finally(() => {
      clearTimeout(timer);
    });
  } catch (error) {
    if (!isLate || job.signal.aborted) throw error;
    const diagnosis = await host.diagnose().catch(() => 'not available');
    throw new OperationFailure(
      'verify_timeout',
      `No check-in within ${Math.round(deps.verifyMs / 1000)} s. Diagnosis of the host:\n${diagnosis}`,
    );
  } finally {
    leave();
    waiting.abort();
  }
}

/**
 * Restores the old agent. The pending token is revoked only if that succeeds: otherwise the new agent may
 * be running, and must be able to check in.
 */
async function rollback({ job, host, reconnect }: Install, isStarted: boolean): Promise<void> {
  const { op, deps } = job;
  if (job.signal.aborted) return;
  const isRestored = await host.rollback(isStarted).then(
    () => true,
    () => retryRollback(reconnect, isStarted),
  );
  if (isRestored) job.onFailure.push((trx) => revokePendingToken(trx, op.host_id));
  else
    deps.log.warn(
      { operationId: op.id, hostId: op.host_id },
      'rollback failed; the next operation will retry it',
    );
}

async function retryRollback(
  reconnect: () => Promise<RemoteHost>,
  isStarted: boolean,
): Promise<boolean> {
  try {
    const host = await reconnect();
    await host.inspect();
    return await host
      .rollback(isStarted)
      .then(() => true)
      .finally(() => host.close());
  } catch {
    return false;
  }
}

/**
 * Resolves the state that an interrupted operation left, by the tokens found on the host. If the new
 * agent is installed there, its pending token becomes the active one. Otherwise, if only the agent that
 * was moved aside has the active token, that agent is to be kept (`shouldKeepOld`). Call it inside a
 * transaction.
 * @param now Unix seconds
 */
async function reconcileToken(
  trx: Db,
  hostId: number,
  facts: RemoteHostFacts,
  now: number,
): Promise<{ shouldKeepOld: boolean }> {
  const stored = await findTokenHashes(trx, hostId);
  const active = stored?.token_sha256?.toString('hex') ?? null;
  const pending = stored?.new_token_sha256 ?? null;
  const installed = facts.tokenSha256;
  if (pending !== null && installed === pending.toString('hex')) {
    await promoteToken(trx, hostId, pending, {
      version: facts.version ?? '',
      serviceManager: facts.manager ?? 'windows',
      now,
    });
    return { shouldKeepOld: false };
  }
  const isOldActive = active !== null && facts.oldTokenSha256 === active;
  return { shouldKeepOld: installed !== active && isOldActive };
}
