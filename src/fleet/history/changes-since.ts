import type { Sqlite } from '../../database/sqlite.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import { countByCause, type ChangeCounts } from './history.js';
import { readChanges } from './history.repository.js';

/** Findings that appeared and disappeared since the begin of a UTC day. `from`: Unix seconds. */
interface ChangesSince {
  from: number;
  new: ChangeCounts;
  fixed: ChangeCounts;
}

/** Returns what changed on all hosts since the begin of the UTC day of a time: changes are counted by day. */
export function readChangesSince(sqlite: Sqlite, time: number): ChangesSince {
  const day = dayOf(time);
  const changes = readChanges(sqlite, 0, day);
  return {
    from: day * SECONDS_PER_DAY,
    new: countByCause(changes, ({ appeared }) => appeared),
    fixed: countByCause(changes, ({ disappeared }) => disappeared),
  };
}
