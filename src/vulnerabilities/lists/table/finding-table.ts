/** Findings in columns: the ids of their hosts, the numbers of their facts, and times in Unix seconds. */
interface FindingColumns {
  hosts: Uint32Array;
  facts: Uint32Array;
  firstSeen: Uint32Array;
  lastSeen: Uint32Array;
}

/** The findings of a host without their host. */
export type FindingRows = Omit<FindingColumns, 'hosts'>;

/** All open findings. Those of a host are next to each other. */
export interface FindingTable {
  /** the rows that are used are those below `size` */
  columns: () => FindingColumns;
  size: () => number;
  /** Columns of at least `size` rows for what is computed about a page. The next page uses them again. */
  scratch: () => Scratch;
  /** Replaces the findings of some hosts. Takes the time of a copy of the table. */
  replace: (findings: ReadonlyMap<number, FindingRows | null>) => void;
}

interface Scratch {
  rows: Int32Array;
  values: Float64Array;
}

export function createFindingTable(): FindingTable {
  let columns = allocate(1024);
  let size = 0;
  let scratch: Scratch = { rows: new Int32Array(), values: new Float64Array() };
  return {
    columns: () => columns,
    size: () => size,
    scratch() {
      const { length } = columns.hosts;
      if (scratch.rows.length < length)
        scratch = { rows: new Int32Array(length), values: new Float64Array(length) };
      return scratch;
    },
    replace(findings) {
      size = removeHosts(columns, size, findings);
      const added = [...findings.values()].reduce(
        (sum, host) => sum + (host?.facts.length ?? 0),
        0,
      );
      if (size + added > columns.hosts.length) columns = enlarge(columns, size, size + added);
      for (const [id, host] of findings) {
        if (host === null) continue;
        const end = size + host.facts.length;
        columns.hosts.fill(id, size, end);
        columns.facts.set(host.facts, size);
        columns.firstSeen.set(host.firstSeen, size);
        columns.lastSeen.set(host.lastSeen, size);
        size = end;
      }
    },
  };
}

/** Moves the rows of other hosts together. Returns their number. */
function removeHosts(
  { hosts, facts, firstSeen, lastSeen }: FindingColumns,
  size: number,
  removed: ReadonlyMap<number, unknown>,
): number {
  let kept = 0;
  let host = 0;
  let isRemoved = false;
  for (let row = 0; row < size; row += 1) {
    if (hosts[row] !== host) {
      host = hosts[row] as number;
      isRemoved = removed.has(host);
    }
    if (isRemoved) continue;
    if (kept < row) {
      hosts[kept] = host;
      facts[kept] = facts[row] as number;
      firstSeen[kept] = firstSeen[row] as number;
      lastSeen[kept] = lastSeen[row] as number;
    }
    kept += 1;
  }
  return kept;
}

const allocate = (length: number): FindingColumns => ({
  hosts: new Uint32Array(length),
  facts: new Uint32Array(length),
  firstSeen: new Uint32Array(length),
  lastSeen: new Uint32Array(length),
});

function enlarge(columns: FindingColumns, size: number, needed: number): FindingColumns {
  const larger = allocate(Math.ceil(1.5 * needed));
  larger.hosts.set(columns.hosts.subarray(0, size));
  larger.facts.set(columns.facts.subarray(0, size));
  larger.firstSeen.set(columns.firstSeen.subarray(0, size));
  larger.lastSeen.set(columns.lastSeen.subarray(0, size));
  return larger;
}
