import type { Sqlite } from '../../database/sqlite.js';
import { DIFFERENCE_DAYS } from './differences.js';
import { prepareRemoveDifferences, prepareRemoveFindingDays } from './finding-days.statements.js';

/** Returns a function that removes the counts of the days before one. Inside a transaction. */
export function createDayRemoval(sqlite: Sqlite): (day: number) => void {
  const remove = prepareRemoveFindingDays(sqlite);
  return (day) => void remove.run(day);
}

const SECONDS_PER_DAY = 86_400;

/**
 * Returns a function that removes some differences that are not kept any more, and returns how many. Inside a
 * transaction. @param today number of the UTC day
 */
export function createDifferenceRemoval(sqlite: Sqlite): (today: number) => number {
  const remove = prepareRemoveDifferences(sqlite);
  return (today) => remove.run((today - DIFFERENCE_DAYS + 1) * SECONDS_PER_DAY).changes;
}
