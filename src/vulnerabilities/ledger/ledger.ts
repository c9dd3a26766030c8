import type { Sqlite } from '../../database/sqlite.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import type { Cause } from './cause.js';
import { beginOfKept, dayOf } from './days.js';
import {
  prepareDifferencesBegin,
  prepareLedgerStatements,
  prepareMarkChecked,
  prepareRemovals,
} from './finding-days.statements.js';

/** The differences of the findings of a host: ids of facts. A fact with a successor is in neither list. */
interface FindingDifference {
  host: number;
  cause: Cause;
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

/**
 * Records that a host was checked on this day: its packages were read, or its ports scanned. Inside the transaction
 * that stores the result. @param now Unix seconds
 */
export type MarkChecked = (hostId: number, now: number) => void;

export function createCheckLog(sqlite: Sqlite): MarkChecked {
  const mark = prepareMarkChecked(sqlite);
  return (hostId, now) => void mark.run(hostId, dayOf(now));
}

/**
 * Returns from when on all differences are stored: since they are kept, or since the service was upgraded to a version
 * that stores them. Times: Unix seconds.
 */
export const readKnownSince = (sqlite: Sqlite, now: number): number =>
  Math.max(beginOfKept(now), prepareDifferencesBegin(sqlite).get() ?? 0);

/**
 * Returns what removes the counts of the days before one, and what removes some differences from before one and returns
 * how many. Inside a transaction.
 */
export function createLedgerRemoval(sqlite: Sqlite) {
  const { days, differences } = prepareRemovals(sqlite);
  return {
    days: (before: number): void => void days.run(before),
    differences: (before: number): number => differences.run(before * SECONDS_PER_DAY).changes,
  };
}
