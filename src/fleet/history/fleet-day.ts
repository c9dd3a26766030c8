import { SEVERITIES } from '../../knowledge/records.js';
import type { HostSums } from '../sums/host-sums.js';

/** Stands for all hosts where the id of a group is expected. */
export const ALL_HOSTS = 0;

/** The numbers of a group on a day, in the order of the columns of fleet_days from `group_id` on. */
type DayRow = Float64Array<ArrayBuffer>;

/** The rows of a day that differ from those returned last, one after the other. */
export interface FleetDay {
  day: number;
  rows: DayRow;
}

const LEADING_FIELDS = 5; // group, hosts, checked hosts, accepted, known exploited
export const FIELDS_PER_DAY_ROW = LEADING_FIELDS + SEVERITIES.length;

/** The rows that a day is summed from. */
export interface DayInput {
  /** hosts with findings */
  sums: ReadonlyMap<number, HostSums>;
  hosts: readonly (readonly [id: number, isChecked: 0 | 1])[];
  groups: readonly number[];
  members: readonly (readonly [group: number, host: number])[];
}

/** Returns the row of all hosts, and of each group. */
export function sumDay({ sums, hosts, groups, members }: DayInput): DayRow[] {
  const rows = new Map([ALL_HOSTS, ...groups].map((id) => [id, emptyRow(id)]));
  const checked = new Map(hosts);
  const add = (group: number, host: number): void => {
    const row = rows.get(group);
    const isChecked = checked.get(host);
    if (row !== undefined && isChecked !== undefined) addHost(row, isChecked, sums.get(host));
  };
  for (const [host] of hosts) add(ALL_HOSTS, host);
  for (const [group, host] of members) add(group, host);
  return [...rows.values()];
}

function emptyRow(group: number): DayRow {
  const row = new Float64Array(FIELDS_PER_DAY_ROW);
  row[0] = group;
  return row;
}

function addHost(row: DayRow, isChecked: 0 | 1, sums: HostSums | undefined): void {
  const increase = (field: number, by: number): void => {
    row[field] = (row[field] ?? 0) + by;
  };
  increase(1, 1);
  increase(2, isChecked);
  if (sums === undefined) return;
  increase(3, sums.accepted);
  increase(4, sums.knownExploited);
  for (let i = 0; i < SEVERITIES.length; i += 1)
    increase(LEADING_FIELDS + i, sums.severityCounts[i] ?? 0);
}

/** Returns a function that joins those rows of a day that it has not returned before. */
export function createDayDifference(): {
  differenceOf: (day: number, rows: readonly DayRow[]) => FleetDay;
  reset: () => void;
} {
  const known = new Map<number, string>();
  let knownDay: number | null = null;
  return {
    differenceOf(day, rows) {
      if (day !== knownDay) known.clear();
      knownDay = day;
      const changed = rows.filter((row) => known.get(row[0] ?? 0) !== row.join());
      for (const row of changed) known.set(row[0] ?? 0, row.join());
      return { day, rows: joinRows(changed) };
    },
    reset: () => {
      known.clear();
    },
  };
}

function joinRows(rows: readonly DayRow[]): DayRow {
  const joined = new Float64Array(rows.length * FIELDS_PER_DAY_ROW);
  rows.forEach((row, i) => {
    joined.set(row, i * FIELDS_PER_DAY_ROW);
  });
  return joined;
}
