import type { Sqlite } from '../../database/sqlite.js';
import { prepareSumReads } from '../sums/host-sums.statements.js';
import { decodeSums, encodeSums, type HostSums, type SumsUpdate } from '../sums/host-sums.js';
import { createFactColumns, type FactColumns } from './fact-columns.js';
import { createFindingReader, type FindingReader } from './finding-reader.js';
import { prepareFleetStatements } from './fleet.statements.js';
import { groupHost, sumHost, type FleetGroup } from './host-findings.js';

/** All hosts that have findings. `version` changes with every change of it. */
export interface Fleet {
  version: number;
  hosts: ReadonlyMap<number, HostSums>;
  columns: FactColumns;
  /** Returns the hosts that changed after a version, deleted ones included; null: not known. */
  changedSince: (version: number) => ReadonlySet<number> | null;
  /** Returns what to do on these hosts, or on all (null): a list of each host, highest risk first. */
  groupsOf: (hosts: readonly number[] | null) => FleetGroup[][];
  /** Returns the number of groups of all hosts, without building them. */
  countGroups: () => number;
}

/**
 * Keeps the sums of all hosts as they are in the database. The first call reads the stored sums; findings are read only
 * of hosts that changed since these were stored, and of hosts whose groups are asked for.
 */
export interface FleetState {
  /** Inside a read transaction. @param now Unix seconds: acceptances count as of then */
  read: (now: number) => Fleet;
  /** Returns the sums that were computed since the last call; null: none. */
  takeUpdate: () => SumsUpdate | null;
  /** Forgets everything: the next call reads the stored sums again. */
  reset: () => void;
}

interface State {
  columns: FactColumns;
  hosts: Map<number, HostSums>;
  /** of hosts whose groups were asked for */
  groups: Map<number, FleetGroup[]>;
  /** the changes up to this number are in the sums */
  seen: number;
  deletedHosts: number;
  /** the version that the first update of this state had */
  loadedAt: number;
  /** the version of the last change of a host since then */
  changedAt: Map<number, number>;
}

type Statements = ReturnType<typeof prepareFleetStatements>;

export function createFleetState(sqlite: Sqlite): FleetState {
  const statements = prepareFleetStatements(sqlite);
  const readSums = prepareSumReads(sqlite);
  let state: State | null = null;
  let version = 0;
  const unsaved = createUnsaved();
  const load = (): State => ({
    columns: createFactColumns(),
    hosts: new Map(readSums.all.all().map((row) => [row[0] ?? 0, decodeSums(row)])),
    groups: new Map(),
    seen: 0,
    deletedHosts: statements.deletedHosts.get() ?? 0,
    loadedAt: version + 1,
    changedAt: new Map(),
  });
  return {
    read(now) {
      const known = state ?? load();
      const isLoaded = state === null;
      state = null; // until the update has succeeded
      const reader = createFindingReader(sqlite, statements, known.columns, now);
      const changed = update({ statements, state: known, reader }, now, unsaved);
      if (isLoaded || changed.length > 0) version += 1;
      for (const id of changed) known.changedAt.set(id, version);
      state = known;
      const { hosts, columns } = known;
      return {
        version,
        hosts,
        columns,
        changedSince: (since) => changedSince(known, since),
        groupsOf: (ids) => groupsOf(known, reader, ids),
        countGroups: () => [...hosts.values()].reduce((count, { actions }) => count + actions, 0),
      };
    },
    takeUpdate: () => (state === null ? null : unsaved.take(state.seen)),
    reset() {
      state = null;
      unsaved.clear();
    },
  };
}

/** Collects sums that were computed. */
interface Unsaved {
  add: (id: number, sums: HostSums | null) => void;
  take: (seen: number) => SumsUpdate | null;
  clear: () => void;
}

function createUnsaved(): Unsaved {
  const sums = new Map<number, HostSums | null>();
  let lastSeen = 0;
  return {
    add: (id, computed) => void sums.set(id, computed),
    take(seen) {
      if (sums.size === 0 && seen <= lastSeen) return null;
      const rows = encodeSums([...sums.values()].filter((computed) => computed !== null));
      const removed = [...sums].flatMap(([id, computed]) => (computed === null ? [id] : []));
      sums.clear();
      lastSeen = seen;
      return { rows, removed, seen };
    },
    clear() {
      sums.clear();
      lastSeen = 0;
    },
  };
}

interface UpdateContext {
  statements: Statements;
  state: State;
  reader: FindingReader;
}

function changedSince({ loadedAt, changedAt }: State, since: number): ReadonlySet<number> | null {
  if (since < loadedAt) return null;
  return new Set([...changedAt].flatMap(([id, version]) => (version > since ? [id] : [])));
}

/** Computes the sums that are no longer true. Returns the hosts that changed. */
function update(context: UpdateContext, now: number, unsaved: Unsaved): number[] {
  const { state, reader } = context;
  const stale = takeChanges(context);
  for (const { id, validUntil } of state.hosts.values())
    if (validUntil !== null && validUntil <= now) stale.add(id);
  const left = new Set(stale);
  for (const host of reader.findingsOf([...stale])) {
    const groups = groupHost(host, state.columns);
    const sums = sumHost(host, groups, state.columns, reader.nextExpiry);
    state.hosts.set(host.id, sums);
    if (state.groups.has(host.id)) state.groups.set(host.id, groups);
    left.delete(host.id);
    unsaved.add(host.id, sums);
  }
  for (const id of left) {
    forget(state, id);
    unsaved.add(id, null);
  }
  return [...stale, ...removeDeleted(context)];
}

/** Returns the hosts whose findings, properties of findings or acceptances changed since the last call. */
function takeChanges({ statements, state, reader }: UpdateContext): Set<number> {
  const changes = statements.changesAfter.all(state.seen);
  const hosts = new Set<number>();
  const vulnerabilities: string[] = [];
  for (const { number, host_id, vulnerability_id } of changes) {
    if (host_id !== null) hosts.add(host_id);
    if (vulnerability_id !== null) vulnerabilities.push(vulnerability_id);
    state.seen = number;
  }
  if (vulnerabilities.length > 0) {
    const ids = JSON.stringify(vulnerabilities);
    reader.renewFacts(statements.factIdsOf.all(ids));
    for (const id of statements.hostsWithVulnerabilities.all(ids)) hosts.add(id);
  }
  return hosts;
}

function forget(state: State, id: number): void {
  state.hosts.delete(id);
  state.groups.delete(id);
}

/** Returns the hosts with findings that were deleted. */
function removeDeleted({ statements, state }: UpdateContext): number[] {
  const deletedHosts = statements.deletedHosts.get() ?? 0;
  if (deletedHosts === state.deletedHosts) return [];
  state.deletedHosts = deletedHosts;
  const existing = new Set(statements.hostIds.all());
  const deleted = [...state.hosts.keys()].filter((id) => !existing.has(id));
  for (const id of deleted) forget(state, id);
  return deleted;
}

function groupsOf(
  { hosts, groups, columns }: State,
  reader: FindingReader,
  ids: readonly number[] | null,
): FleetGroup[][] {
  const asked = (ids ?? [...hosts.keys()]).filter((id) => (hosts.get(id)?.open ?? 0) > 0);
  for (const host of reader.findingsOf(asked.filter((id) => !groups.has(id))))
    groups.set(host.id, groupHost(host, columns));
  return asked.map((id) => groups.get(id) ?? []);
}
