import type { OpenFindings } from './table/open-findings.js';

/** Hosts and times of findings of vulnerabilities, by their position in the question. Unix seconds. */
export interface VulnerabilityTotals {
  hosts: Uint32Array;
  firstSeen: Uint32Array;
  lastSeen: Uint32Array;
}

const NEVER = 2 ** 32 - 1;

/**
 * Sums findings by vulnerability: each host counts once for a vulnerability.
 * @param rows of the table
 * @param vulnerabilities their numbers
 */
export function sumByVulnerability(
  open: OpenFindings,
  rows: Int32Array,
  vulnerabilities: ArrayLike<number>,
): VulnerabilityTotals {
  const positions = positionsOfFacts(open, vulnerabilities);
  const table = open.table.columns();
  const totals = createTotals(vulnerabilities.length);
  const { hosts, firstSeen, lastSeen } = totals;
  const lastHost = new Uint32Array(vulnerabilities.length);
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    const position = positions[table.facts[row] as number] as number;
    if (position < 0) continue;
    const host = table.hosts[row] as number;
    if (lastHost[position] !== host) hosts[position] = (hosts[position] as number) + 1;
    lastHost[position] = host; // the findings of a host are next to each other
    const first = table.firstSeen[row] as number;
    const last = table.lastSeen[row] as number;
    if (first < (firstSeen[position] as number)) firstSeen[position] = first;
    if (last > (lastSeen[position] as number)) lastSeen[position] = last;
  }
  return totals;
}

const createTotals = (count: number): VulnerabilityTotals => ({
  hosts: new Uint32Array(count),
  firstSeen: new Uint32Array(count).fill(NEVER),
  lastSeen: new Uint32Array(count),
});

/** Returns the position of the vulnerability of each fact; -1: not asked for. */
function positionsOfFacts(
  { facts: { columns, vulnerabilities: all, ids } }: OpenFindings,
  vulnerabilities: ArrayLike<number>,
): Int32Array {
  const { vulnerability } = columns();
  const positions = new Int32Array(all.length).fill(-1);
  for (let at = 0; at < vulnerabilities.length; at += 1) positions[vulnerabilities[at] ?? 0] = at;
  return Int32Array.from(ids, (_id, fact) => positions[vulnerability[fact] ?? 0] ?? -1);
}
