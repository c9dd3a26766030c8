import type { Sqlite } from '../../database/sqlite.js';
import { prepareLedgerStatements } from './finding-days.statements.js';

const SECONDS_PER_DAY = 86_400;

/** The differences of the findings of a host: ids of facts. A fact with a successor is in neither list. */
interface FindingDifference {
  appeared: readonly number[];
  disappeared: readonly number[];
}

/**
 * Adds a difference to the counts of its UTC day, without findings rated unimportant. Inside the transaction that
 * changes the findings.
 * @param now Unix seconds
 */
export type RecordDifference = (difference: FindingDifference, now: number) => void;

export function createFindingLedger(sqlite: Sqlite): RecordDifference {
  const statements = prepareLedgerStatements(sqlite);
  const count = (facts: readonly number[]): number =>
    facts.filter((id) => statements.isHidden.get(id) !== 1).length;
  return (difference, now) => {
    const appeared = count(difference.appeared);
    const disappeared = count(difference.disappeared);
    if (appeared + disappeared === 0) return;
    statements.add.run({ day: Math.floor(now / SECONDS_PER_DAY), appeared, disappeared });
  };
}
