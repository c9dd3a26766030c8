import { createAgentStatements } from '../agents.repository.js';
import {
  issueToken,
  promoteToken,
  revokePendingToken,
  type IssuedToken,
} from '../agents.tokens.js';
import { callbackProblem, serverAddress } from './callback-url.js';
import { reconcileToken } from './reconcile-token.js';
import { OperationFailure, failureOf } from './errors.js';
import type { OperationResult, OperationJob } from './job.js';
import type { RemoteHost, RemoteHostFacts } from './remote/remote-host.js';

/** Installs or updates: the new agent is put beside the old one, takes its place, and must check in; else the old one is put back. `again` logs in once more. */
export async function install(
  job: OperationJob,
  site: RemoteHost,
  again: () => Promise<RemoteHost>,
): Promise<OperationResult> {
  const { op, deps: world } = job;
  await job.progress('inspect', `Looking at ${job.ip}`);
  const facts = await site.inspect();
  if (op.action === 'update' && !facts.isInstalled && facts.oldTokenSha256 === null)
    throw new OperationFailure('not_installed');
  facts.assertSupported();
  const server = addressFor(job, site);
  await job.progress('way_back', `${facts.summary}; letting it call ${server}`);
  await site.testCallback(server, world.ca());
  if (op.dry_run)
    return {
      message: `Ready: ${facts.summary}; it reaches ${server}; nothing was changed`,
      agentVersion: facts.version,
    };
  await replace(job, site, again, { facts, server });
  return {
    message: `Agent ${world.version} ${op.action === 'update' ? 'updated' : 'installed'}; it has checked in`,
    agentVersion: world.version,
  };
}

function addressFor({ deps: world, ip }: OperationJob, site: RemoteHost): string {
  const listening = world.listening();
  const refusal = callbackProblem(listening, world.publicUrl, ip);
  if (listening === null || refusal !== null) throw new OperationFailure('no_way_back', refusal);
  return serverAddress(listening, world.publicUrl, site.localAddress);
}

async function replace(
  job: OperationJob,
  site: RemoteHost,
  again: () => Promise<RemoteHost>,
  { facts, server }: { facts: RemoteHostFacts; server: string },
): Promise<void> {
  const { op, deps: world } = job;
  const { sqlite } = world.database;
  let keepOld = false;
  let issued: IssuedToken | null = null;
  let isStarted = false;
  await job.progress('upload', 'Putting the agent there', () => {
    keepOld = reconcileToken(sqlite, op.host_id, facts, world.clock.now()).keepOld;
    issued = issueToken(sqlite, op.host_id, op.os_family);
  });
  const { token, sha256 } = issued as unknown as IssuedToken;
  job.secrets.push(token);
  try {
    await site.stage({ server, version: world.version, token, ca: world.ca() });
    await job.progress('start', 'Starting the agent');
    isStarted = true;
    await startAndVerify(job, site, { keepOld, sha256 });
  } catch (error) {
    await putBack(job, site, again, isStarted);
    throw error;
  }
  const installed = {
    version: world.version,
    serviceManager: facts.manager ?? 'windows',
    now: world.clock.now(),
  } as const;
  await job.progress('clean_up', 'The agent has checked in; cleaning up', () => {
    promoteToken(sqlite, op.host_id, sha256, installed);
    createAgentStatements(sqlite).checkedIn(op.host_id, {
      at: installed.now,
      version: installed.version,
    }); // the hub writes it down a second later
  });
  // It is done; what could not be tidied lies where the next operation looks for it.
  await site.cleanUp().catch((error: unknown) => {
    world.log.warn(
      { operationId: op.id, code: failureOf(error).code },
      'the former agent was not tidied away',
    );
  });
}

async function startAndVerify(
  job: OperationJob,
  site: RemoteHost,
  { keepOld, sha256 }: { keepOld: boolean; sha256: Buffer },
): Promise<void> {
  const { op, deps: world } = job;
  const patience = new AbortController();
  const expected = { tokenSha256: sha256, version: world.version };
  const checkedIn = world.hub.waitForCheckIn(
    op.host_id,
    expected,
    AbortSignal.any([job.signal, patience.signal]),
  ); // before the start: it may be fast
  checkedIn.catch(() => undefined);
  try {
    await site.start(keepOld);
    await job.progress('verify', 'Waiting for the agent to check in');
    const timer = setTimeout(() => {
      patience.abort();
    }, world.verifyMs);
    await checkedIn.finally(() => {
      clearTimeout(timer);
    });
  } catch (error) {
    if (!patience.signal.aborted || job.signal.aborted) throw error;
    throw new OperationFailure(
      'verify_timeout',
      `Nothing came in ${Math.round(world.verifyMs / 1000)} s. On the host:\n${await site.diagnose().catch(() => 'it could not be asked')}`,
    );
  } finally {
    patience.abort();
  }
}

// Only when the old agent is back is the new token worth nothing: else the new agent may run, and is better let in than lost.
async function putBack(
  job: OperationJob,
  site: RemoteHost,
  again: () => Promise<RemoteHost>,
  isStarted: boolean,
): Promise<void> {
  const { op, deps: world } = job;
  if (job.signal.aborted) return;
  const isBack = await site.rollback(isStarted).then(
    () => true,
    () => putBackAgain(again, isStarted),
  );
  if (isBack)
    job.onFailure.push(() => {
      revokePendingToken(world.database.sqlite, op.host_id);
    });
  else
    world.log.warn(
      { operationId: op.id, hostId: op.host_id },
      'what was begun on the host could not be taken back; a further operation does',
    );
}

async function putBackAgain(
  again: () => Promise<RemoteHost>,
  isStarted: boolean,
): Promise<boolean> {
  try {
    const site = await again();
    await site.inspect();
    return await site
      .rollback(isStarted)
      .then(() => true)
      .finally(() => site.close());
  } catch {
    return false;
  }
}
