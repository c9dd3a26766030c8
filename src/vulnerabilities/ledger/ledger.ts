import type { Sqlite } from '../../database/sqlite.js';
import { dayOf } from './days.js';
import { prepareLedgerStatements } from './finding-days.statements.js';

/**
 * Why findings of a host changed: the host (`target`), the vulnerability database or the rules of matching
 * (`knowledge`), or both since its findings were last computed.
 */
export type LedgerCause = 'target' | 'knowledge' | 'both';

/** The differences of the findings of a host: ids of facts. A fact with a successor is in neither list. */
interface FindingDifference {
  host: number;
  cause: LedgerCause;
  appeared: readonly number[];
  disappeared: readonly number[];
}

/**
 * Records a difference, and adds it to the counts of its UTC day: to those of all hosts, and of the groups of its host.
 * Findings rated unimportant do not count. Inside the transaction that changes the findings.
 * @param now Unix seconds
 */
export type RecordDifference = (difference: FindingDifference, now: number) => void;

export function createFindingLedger(sqlite: Sqlite): RecordDifference {
  const statements = prepareLedgerStatements(sqlite);
  const visible = (facts: readonly number[]): number[] =>
    facts.filter((id) => statements.isHidden.get(id) !== 1);
  return ({ host, cause, ...difference }, now) => {
    const appeared = visible(difference.appeared);
    const disappeared = visible(difference.disappeared);
    if (appeared.length + disappeared.length === 0) return;
    const counts = { appeared: appeared.length, disappeared: disappeared.length };
    statements.add.run({ day: dayOf(now), host, cause, ...counts });
    statements.record.run(now, host, cause, JSON.stringify(appeared), JSON.stringify(disappeared));
  };
}
