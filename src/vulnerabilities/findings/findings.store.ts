import type { Sqlite } from '../../database/sqlite.js';
import {
  prepareFindingStatements,
  type FindingIdentity,
  type StoredFinding,
} from './findings.statements.js';

/** Whether a finding of the host was checked again. */
export type WasChecked = (finding: Omit<StoredFinding, 'fact_id' | 'first_seen'>) => boolean;

export interface FindingsStore {
  /**
   * Replaces those findings of a host that were checked by findings of these facts. A vulnerability in the same
   * package or on the same port keeps its `first_seen`, also when its fact changed. Inside a transaction only.
   * @param now Unix seconds
   * @param hasFirstSeen the stored findings whose `first_seen` is kept; default: the checked ones
   */
  replace: (
    hostId: number,
    wasChecked: WasChecked,
    facts: readonly number[],
    now: number,
    hasFirstSeen?: WasChecked,
  ) => void;
  /** Returns the ids of the facts about packages of a host. */
  listPackageFacts: (hostId: number) => number[];
}

export function createFindingsStore(sqlite: Sqlite): FindingsStore {
  const statements = prepareFindingStatements(sqlite);
  return {
    listPackageFacts: (hostId) => statements.packageFactIds.all(hostId),
    replace(hostId, wasChecked, facts, now, hasFirstSeen = wasChecked) {
      const stored = statements.ofHost.all(hostId);
      const checked = stored.filter(wasChecked);
      const factIds = new Set(facts);
      const previous = new Map(checked.map((row) => [row.fact_id, row]));
      const firstSeen = new Map(
        stored.filter(hasFirstSeen).map((row) => [identityOf(row), row.first_seen]),
      );
      for (const { fact_id } of checked)
        if (!factIds.has(fact_id)) statements.remove.run(hostId, fact_id);
      for (const id of factIds) {
        const row = previous.get(id);
        if (row === undefined) {
          const first =
            firstSeen.size === 0
              ? undefined
              : firstSeen.get(identityOf(statements.identity.get(id)));
          statements.insert.run(hostId, id, first ?? now, now);
        } else if (row.origin === 'check') statements.setLastSeen.run(now, hostId, id);
      }
    },
  };
}

/** Returns the key by which a finding is the same one: the vulnerability in the same package or on the same port. */
export function identityOf(row: FindingIdentity | undefined): string {
  return row === undefined
    ? ''
    : `${row.vulnerability_id}\0${row.package}\0${row.architecture}\0${row.port}\0${row.transport}`;
}
