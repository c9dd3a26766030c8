import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { navigate } from '../../app/router.js';
import { plural } from '../text/plural.js';

export type AgentAction = Api<'AgentBatch'>['action'];

/** The hosts of a batch: by ids, or all that match a filter, with the number that was shown. */
export type BatchHosts = { host_ids: number[] } | { filter: Api<'HostFilter'>; expected: number };

/** Returns how many hosts they are. */
export const countHosts = (hosts: BatchHosts): number =>
  'expected' in hosts ? hosts.expected : hosts.host_ids.length;

const VERBS: Readonly<Record<AgentAction, string>> = {
  install: 'Install',
  update: 'Update',
  uninstall: 'Remove',
};

/** Returns what a batch does: `Install the agent on 4 hosts`. */
export function batchWords(action: AgentAction, hosts: number): string {
  const place = action === 'uninstall' ? 'from' : 'on';
  return `${VERBS[action]} the agent ${place} ${plural(hosts, 'host')}`;
}

interface NewBatch {
  action: AgentAction;
  credential_id: number;
  dry_run: boolean;
  hosts: BatchHosts;
}

/** Starts a batch and opens its page. Throws ApiError. */
export async function startBatch({ hosts, ...fields }: NewBatch): Promise<void> {
  const body = { ...fields, ...hosts };
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
