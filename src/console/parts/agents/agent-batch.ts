import { api, unwrap } from '../../api/client.js';
import { navigate } from '../../app/router.js';
import type { AgentAction, BatchHosts } from './batch-words.js';

interface NewBatch {
  action: AgentAction;
  credential_id: number;
  dry_run: boolean;
  hosts: BatchHosts;
}

/** Starts a batch and opens its page. Throws ApiError. */
export async function startBatch({ hosts, ...fields }: NewBatch): Promise<void> {
  const chosen = 'load' in hosts ? { host_ids: await hosts.load() } : hosts;
  const body = { ...fields, ...chosen };
  const { data } = await unwrap(api.POST('/agent-operations', { body }));
  navigate(`agents/batches/${data.id}`);
}

interface OperationFilter {
  batch: number;
  status: 'completed' | 'failed';
  error_code?: string;
}

const PER_REQUEST = 1000;

/** Returns the hosts of all operations that match, to start the next batch on them. Throws ApiError. */
export async function hostsOfOperations(filter: OperationFilter): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...filter, limit: PER_REQUEST, page };
    const { data, meta } = await unwrap(api.GET('/agent-operations', { params: { query } }));
    ids.push(...data.map(({ host_id }) => host_id));
    if (page * PER_REQUEST >= meta.total) return ids;
  }
}
