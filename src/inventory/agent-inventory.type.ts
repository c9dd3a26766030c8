import { z } from 'zod';
import type { HostOutcome, TaskType } from '../tasks/task-type.js';

/** The result of an inventory that an agent was asked for. */
type AgentOutcome =
  { outcome: 'done' } | { outcome: Exclude<HostOutcome, 'done'>; reason: string; detail: string };

export interface AgentInventoryDeps {
  /** Requests an inventory from the agent of a host, and resolves when it was stored. */
  hub: { requestInventory(hostId: number, signal: AbortSignal): Promise<AgentOutcome> };
}

// Waiting costs nearly nothing, and the hub limits how many agents send at the same time. Other tasks keep their
// share of
// the host slots.
const HOST_CONCURRENCY = 512;

/** The task type `agentInventory`: requests an inventory from the agent of each host. It has no params. */
export function createAgentInventoryType({ hub }: AgentInventoryDeps): TaskType<null> {
  return {
    name: 'agentInventory',
    info: {
      label: 'Inventory by agents',
      description: 'Requests packages and system facts from the agent of each host.',
      defaults: null,
    },
    params: z
      .union([z.null(), z.strictObject({})], { error: 'must be null or empty' })
      .transform(() => null),
    hostConcurrency: () => HOST_CONCURRENCY,
    async run({ host_id, ip }, job) {
      job.progress({ fraction: 0, text: `Requesting an inventory from the agent of ${ip}` });
      const result = await hub.requestInventory(host_id, job.signal);
      if (result.outcome === 'done')
        return { outcome: 'done', reason: null, detail: null, packages: true };
      return result;
    },
  };
}
