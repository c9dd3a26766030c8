import type { Sqlite } from '../../database/sqlite.js';
import { prepareRemoveFindingDays } from './finding-days.statements.js';

/** Returns a function that removes the counts of the days before one. Inside a transaction. */
export function createDayRemoval(sqlite: Sqlite): (day: number) => void {
  const remove = prepareRemoveFindingDays(sqlite);
  return (day) => void remove.run(day);
}
