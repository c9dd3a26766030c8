import type { Sqlite } from '../../database/sqlite.js';
import { dayOf } from './days.js';
import { prepareMarkChecked } from './host-checks.statements.js';

/**
 * Records that a host was checked on this day: its packages were read, or its ports scanned. Inside the transaction
 * that stores the result. @param now Unix seconds
 */
export type MarkChecked = (hostId: number, now: number) => void;

export function createCheckLog(sqlite: Sqlite): MarkChecked {
  const mark = prepareMarkChecked(sqlite);
  return (hostId, now) => void mark.run(hostId, dayOf(now));
}
