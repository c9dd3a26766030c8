import { revokeTokens } from '../agents.tokens.js';
import { OperationFailure } from './errors.js';
import type { OperationResult, OperationJob } from './job.js';
import type { RemoteHost } from './remote/remote-host.js';

/** Removes everything of the agent and revokes its token; half an agent too. */
export async function uninstall(job: OperationJob, site: RemoteHost): Promise<OperationResult> {
  const { op, deps: world } = job;
  const revoke = (): void => {
    revokeTokens(world.database.sqlite, op.host_id);
  };
  await job.progress('inspect', `Looking at ${job.ip}`);
  const facts = await site.inspect();
  if (!facts.hasTraces) {
    if (!op.dry_run) job.onFailure.push(revoke);
    throw new OperationFailure('not_installed');
  }
  if (op.dry_run)
    return { message: `Ready: ${facts.summary}; nothing was changed`, agentVersion: facts.version };
  await job.progress('remove', `${facts.summary}; removing it`);
  await site.remove();
  await job.progress('clean_up', 'Revoking its token', revoke);
  world.hub.disconnect(op.host_id);
  return { message: 'Agent removed', agentVersion: null };
}
