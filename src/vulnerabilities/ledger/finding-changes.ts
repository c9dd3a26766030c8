import type { Sqlite } from '../../database/sqlite.js';
import { prepareFindingChangeStatements } from './finding-changes.statements.js';

/**
 * Records of changes after which sums of findings are wrong. Hosts are recorded here, vulnerabilities, acceptances and
 * groups by triggers.
 */
export interface FindingChanges {
  /** Records that the findings of a host changed. Inside the transaction of the change. */
  markHost: (hostId: number) => void;
  /** Whether there is a record. */
  any: () => boolean;
  /**
   * Removes some records with this number or a lower one, and returns how many. Inside a transaction, after the sums
   * that were computed with these changes are stored.
   */
  remove: (upTo: number) => number;
}

export function createFindingChanges(sqlite: Sqlite): FindingChanges {
  const statements = prepareFindingChangeStatements(sqlite);
  return {
    markHost: (hostId) => void statements.mark.run(hostId),
    any: () => statements.any.get() !== undefined,
    remove: (upTo) => statements.remove.run(upTo).changes,
  };
}
