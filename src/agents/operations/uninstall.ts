import { revokeTokens } from '../agents.repository.js';
import { OperationFailure } from './errors.js';
import type { OperationJob, OperationResult } from './operation-job.js';
import type { TransactionStep } from './operations.store.js';
import type { RemoteHost } from './remote/remote-host.js';

/** Removes all files of the agent, also of an incomplete one, and revokes its tokens. */
export async function uninstall(job: OperationJob, host: RemoteHost): Promise<OperationResult> {
  const { op, deps } = job;
  const revoke: TransactionStep = (trx) => revokeTokens(trx, op.host_id);
  await job.progress('inspect', `Inspecting ${job.ip}`);
  const facts = await host.inspect();
  if (!facts.hasTraces) {
    if (!op.dry_run) job.onFailure.push(revoke);
    throw new OperationFailure('not_installed');
  }
  if (op.dry_run)
    return { message: `Ready: ${facts.summary}; no changes made`, agentVersion: facts.version };
  await job.progress('remove', `${facts.summary}; removing the agent`);
  await host.remove();
  await job.progress('clean_up', 'Revoking the agent token', revoke);
  deps.hub.disconnect(op.host_id);
  return { message: 'Agent removed', agentVersion: null };
}
