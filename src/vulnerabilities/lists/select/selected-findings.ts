import type { OpenFindings } from '../table/open-findings.js';

/** Selects findings by fact, host and time. */
export interface FindingSelection {
  /** SELECTED, or SELECTED_ON_SOME: on the hosts that `includes` accepts; by the number of the fact */
  facts: Uint8Array;
  /** ids; null: all */
  hosts: readonly number[] | null;
  includes: (fact: number, host: number) => boolean;
  /** when they were first seen: from `since` to before `until`, Unix seconds; null: at any time */
  period: { since: number; until: number } | null;
}

export const NOT_SELECTED = 0;
export const SELECTED = 1;
export const SELECTED_ON_SOME = 2;

/** Returns the rows of the selected findings in the table, until it is called again. */
export function selectRows({ table }: OpenFindings, selection: FindingSelection): Int32Array {
  const { facts: selected, includes, period } = selection;
  const { hosts, facts, firstSeen } = table.columns();
  const isHost = selection.hosts === null ? null : mark(selection.hosts);
  const size = table.size();
  const { rows } = table.scratch();
  let count = 0;
  for (let row = 0; row < size; row += 1) {
    const fact = facts[row] as number;
    const state = selected[fact];
    if (state === NOT_SELECTED) continue;
    const host = hosts[row] as number;
    if (isHost !== null && isHost[host] !== 1) continue;
    if (state === SELECTED_ON_SOME && !includes(fact, host)) continue;
    if (period !== null && !isWithin(period, firstSeen[row] as number)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

const isWithin = ({ since, until }: { since: number; until: number }, time: number): boolean =>
  time >= since && time < until;

function mark(ids: readonly number[]): Uint8Array {
  const marks = new Uint8Array(ids.reduce((highest, id) => Math.max(highest, id), 0) + 1);
  for (const id of ids) marks[id] = 1;
  return marks;
}

/** Returns how many of these findings each fact has, by its number. */
export function countByFact({ table, facts: { ids } }: OpenFindings, rows: Int32Array) {
  const { facts } = table.columns();
  const counts = new Uint32Array(ids.length);
  for (let i = 0; i < rows.length; i += 1) {
    const fact = facts[rows[i] as number] as number;
    counts[fact] = (counts[fact] as number) + 1;
  }
  return counts;
}
