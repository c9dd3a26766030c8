import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { mapBy } from '../../lib/collections.js';
import { mapSeverities } from '../../vulnerabilities/severity.js';
import { formatDate, SECONDS_PER_DAY } from '../../lib/times.js';
import type { FindingDayTable } from '../../vulnerabilities/vulnerabilities.table.js';
import type { FleetDayTable } from './fleet-days.table.js';

/** Numbers of findings that appeared, or disappeared. The causes add up to `total`, unless a cause was not stored. */
export interface ChangeCounts {
  total: number;
  target: number;
  knowledge: number;
  both: number;
}

/**
 * A UTC day. All but `date` is null if the day was not recorded. If no host was checked and nothing changed, what is
 * about findings is null: their state was not observed.
 */
export interface HistoryDay {
  date: string;
  hosts: number | null;
  hosts_checked: number | null;
  open: number | null;
  by_severity: Record<Severity, number> | null;
  known_exploited: number | null;
  accepted: number | null;
  new: ChangeCounts | null;
  fixed: ChangeCounts | null;
}

type StateRow = Omit<FleetDayTable, 'group_id'>;
type ChangeRow = Omit<FindingDayTable, 'group_id'>;

/** Returns the days from one to another, oldest first. Days: Unix seconds / 86400. */
export function buildHistory(
  range: { from: number; to: number },
  states: readonly StateRow[],
  changes: readonly ChangeRow[],
): HistoryDay[] {
  const stateOf = new Map(states.map((row) => [row.day, row]));
  const changesOf = mapBy(changes, ({ day }) => day);
  const length = Math.max(0, range.to - range.from + 1);
  return Array.from({ length }, (_, i) => {
    const day = range.from + i;
    return toDay(day, stateOf.get(day) ?? null, changesOf.get(day) ?? []);
  });
}

/** The findings of a day on which none were observed. */
export const NOT_OBSERVED = {
  open: null,
  by_severity: null,
  known_exploited: null,
  accepted: null,
  new: null,
  fixed: null,
};

/** Returns the date of a day (Unix seconds / 86400). */
export const dateOf = (day: number): string => formatDate(day * SECONDS_PER_DAY);

/** Returns a day of which nothing is known. */
export const notRecorded = (date: string): HistoryDay => ({
  date,
  hosts: null,
  hosts_checked: null,
  ...NOT_OBSERVED,
});

function toDay(day: number, state: StateRow | null, changes: readonly ChangeRow[]): HistoryDay {
  const date = dateOf(day);
  if (state === null) return notRecorded(date);
  const { hosts, hosts_checked } = state;
  const isObserved = hosts_checked > 0 || changes.length > 0;
  return {
    date,
    hosts,
    hosts_checked,
    ...(isObserved ? findingsOf(state, changes) : NOT_OBSERVED),
  };
}

const findingsOf = (state: StateRow, changes: readonly ChangeRow[]) => ({
  open: SEVERITIES.reduce((sum, severity) => sum + state[severity], 0),
  by_severity: mapSeverities((severity) => state[severity]),
  known_exploited: state.known_exploited,
  accepted: state.accepted,
  new: countByCause(changes, ({ appeared }) => appeared),
  fixed: countByCause(changes, ({ disappeared }) => disappeared),
});

/** Returns the sums of changes by their cause. */
export function countByCause(
  changes: readonly ChangeRow[],
  numberOf: (row: ChangeRow) => number,
): ChangeCounts {
  const counts = { total: 0, target: 0, knowledge: 0, both: 0 };
  for (const row of changes) {
    counts.total += numberOf(row);
    if (row.cause !== 'unknown') counts[row.cause] += numberOf(row);
  }
  return counts;
}
