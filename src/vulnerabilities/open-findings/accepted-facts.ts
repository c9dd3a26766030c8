import type { Sqlite } from '../../database/sqlite.js';
import { memoize } from '../../lib/memoize.js';
import { selectAll } from '../../database/query-builder.js';
import { coveredFacts } from '../acceptances/acceptance-coverage.repository.js';
import type { ListedFacts } from './fact-table.js';
import { selectGroupHosts } from './open-findings.repository.js';
import { prepareAcceptanceState } from './open-findings.statements.js';

/** Which findings acceptances cover now. Facts are numbers of the table. */
export interface AcceptedFacts {
  /** 0: nowhere, 1: on some hosts, 2: on all hosts; by the number of the fact */
  reach: Uint8Array;
  isAccepted: (fact: number, host: number) => boolean;
}

export const NOWHERE = 0;
export const ON_SOME_HOSTS = 1;
export const ON_ALL_HOSTS = 2;

/**
 * Creates the reader of what acceptances cover. It returns the same object until a fact is added, or an acceptance is
 * added, changed, ended or expires. Inside a read transaction.
 */
export function createAcceptedFacts(
  sqlite: Sqlite,
): (table: ListedFacts, now: number) => AcceptedFacts {
  const state = prepareAcceptanceState(sqlite);
  let known: AcceptedFacts | null = null;
  let knownTable: ListedFacts | null = null;
  let version = '';
  return (table, now) => {
    const newest = state.get({ now }) ?? '';
    const isKnown = known?.reach.length === table.ids.length && knownTable === table;
    if (known === null || !isKnown || newest !== version)
      known = readAcceptedFacts(sqlite, table, now);
    knownTable = table;
    version = newest;
    return known;
  };
}

/** @param now Unix seconds */
function readAcceptedFacts(sqlite: Sqlite, table: ListedFacts, now: number): AcceptedFacts {
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
