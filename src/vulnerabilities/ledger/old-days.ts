import type { Sqlite } from '../../database/sqlite.js';
import { prepareRemoveDifferences, prepareRemoveFindingDays } from './finding-days.statements.js';

/** Returns a function that removes the counts of the days before one. Inside a transaction. */
export function createDayRemoval(sqlite: Sqlite): (day: number) => void {
  const remove = prepareRemoveFindingDays(sqlite);
  return (day) => void remove.run(day);
}

const SECONDS_PER_DAY = 86_400;

/**
 * Returns a function that removes some differences from before a UTC day, and returns how many. Inside a transaction.
 */
export function createDifferenceRemoval(sqlite: Sqlite): (day: number) => number {
  const remove = prepareRemoveDifferences(sqlite);
  return (day) => remove.run(day * SECONDS_PER_DAY).changes;
}
