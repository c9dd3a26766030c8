import { z } from 'zod';
import type { AgentHub } from '../agents/polling/hub.js';
import type { TaskType } from '../tasks/task-type.js';

// Waiting costs next to nothing, and how many agents send at one time is the hub's to say; other tasks keep their
// share of the host slots.
const HOSTS_AT_ONCE = 512;

/** The task type `agentInventory`: asks each host's agent what the host is made of. It takes no params. */
export function createAgentInventoryType({
  hub,
}: {
  hub: Pick<AgentHub, 'requestInventory'>;
}): TaskType<null> {
  return {
    name: 'agentInventory',
    params: z
      .union([z.null(), z.strictObject({})], { error: 'takes no params' })
      .transform(() => null),
    hostConcurrency: () => HOSTS_AT_ONCE,
    async run({ host_id, ip }, job) {
      job.progress({ fraction: 0, text: `Asking the agent of ${ip}` });
      const answer = await hub.requestInventory(host_id, job.signal);
      if (answer.outcome === 'done')
        return { outcome: 'done', reason: null, detail: null, packages: true };
      return answer;
    },
  };
}
