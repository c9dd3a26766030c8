import type { Api } from '../../api/shapes.js';
import { plural } from '../text/plural.js';

export type AgentAction = Api<'AgentBatch'>['action'];

/**
 * The hosts of a batch: by ids, or all that match, with the number that was shown: those of a filter of hosts, or of
 * another list, whose ids are loaded when the batch starts.
 */
export type BatchHosts =
  | { host_ids: number[] }
  | { filter: Api<'HostFilter'>; expected: number }
  | { load: () => Promise<number[]>; expected: number };

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
