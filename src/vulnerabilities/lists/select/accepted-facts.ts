import type { Sqlite } from '../../../database/sqlite.js';
import { memoize } from '../../../lib/memoize.js';
import { selectAll } from '../../../database/query-builder.js';
import { coveredFacts } from '../../acceptances/acceptance-coverage.repository.js';
import type { ListedFacts } from '../table/fact-table.js';
import { selectGroupHosts } from '../lists.repository.js';

/** Which findings acceptances cover now. Facts are numbers of the table. */
export interface AcceptedFacts {
  /** 0: nowhere, 1: on some hosts, 2: on all hosts; by the number of the fact */
  reach: Uint8Array;
  isAccepted: (fact: number, host: number) => boolean;
}

export const NOWHERE = 0;
export const ON_SOME_HOSTS = 1;
export const ON_ALL_HOSTS = 2;

/** Returns what acceptances cover now. Inside a read transaction. @param now Unix seconds */
export function readAcceptedFacts(sqlite: Sqlite, table: ListedFacts, now: number): AcceptedFacts {
  const reach = new Uint8Array(table.ids.length);
  const hostsOfFact = new Map<number, Set<number>>();
  const hostsOfGroup = memoize((id: number) => selectGroupHosts(sqlite, id));
  for (const { fact_id, host_id, group_id } of selectAll(sqlite, coveredFacts(now))) {
    const fact = table.numberOfFact(fact_id);
    if (fact === undefined) continue; // no host has it
    if (host_id === null && group_id === null) {
      reach[fact] = ON_ALL_HOSTS;
      continue;
    }
    reach[fact] = Math.max(reach[fact] ?? NOWHERE, ON_SOME_HOSTS);
    const known = hostsOfFact.get(fact) ?? new Set();
    hostsOfFact.set(fact, known);
    const covered = group_id === null ? [host_id ?? 0] : hostsOfGroup(group_id);
    for (const host of covered) if (host_id === null || host === host_id) known.add(host);
  }
  return {
    reach,
    isAccepted: (fact, host) =>
      reach[fact] === ON_ALL_HOSTS ||
      (reach[fact] === ON_SOME_HOSTS && (hostsOfFact.get(fact)?.has(host) ?? false)),
  };
}
