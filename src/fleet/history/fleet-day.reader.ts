import type { Sqlite } from '../../database/sqlite.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import type { Fleet } from '../state/fleet-state.js';
import { createDayDifference, sumDay, type FleetDay } from './fleet-day.js';
import { prepareDayReads } from './fleet-days.statements.js';

/** Sums up the day, in the fleet worker. */
export interface DayReader {
  /** Returns what changed since the last call. Inside a read transaction. @param now Unix seconds */
  read: (fleet: Fleet, now: number) => FleetDay;
  /** Forgets what was returned: it may not have been stored. */
  reset: () => void;
}

export function createDayReader(sqlite: Sqlite): DayReader {
  const statements = prepareDayReads(sqlite);
  const { differenceOf, reset } = createDayDifference();
  return {
    read(fleet, now) {
      const day = dayOf(now);
      const rows = sumDay({
        sums: fleet.hosts,
        hosts: statements.hosts.all(day),
        groups: statements.groups.all(),
        members: statements.members.all(),
      });
      return differenceOf(day, rows);
    },
    reset,
  };
}
