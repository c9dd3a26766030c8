import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import type { FindingChanges } from '../../vulnerabilities/finding-changes.js';
import {
  readAcceptedFindings,
  type AcceptedFindings,
} from '../../vulnerabilities/acceptances/accepted-findings.js';
import { createFactColumns, type FactColumns } from './fact-columns.js';
import { prepareFleetStatements } from './fleet.statements.js';
import { sumHost, type HostFindings } from './host-findings.js';

const FACTS_PER_READ = 5_000;

/** The findings of all hosts that have any. `version` changes with every change of it. */
export interface Fleet {
  version: number;
  hosts: ReadonlyMap<number, HostFindings>;
  columns: FactColumns;
}

/**
 * Keeps the findings of the fleet as they are in the database. After the first call, only what changed is read.
 * Call it inside a read transaction.
 * @param now Unix seconds: acceptances count as of then
 */
export type ReadFleet = (changes: FindingChanges, now: number) => Fleet;

interface State {
  columns: FactColumns;
  hosts: Map<number, HostFindings>;
  accepted: Map<number, ReadonlySet<number>>;
  signature: string;
  nextExpiry: number | null;
  deletedHosts: number;
}

type Statements = ReturnType<typeof prepareFleetStatements>;

export function createFleetReader(sqlite: Sqlite): ReadFleet {
  const statements = prepareFleetStatements(sqlite);
  let state: State | null = null;
  let version = 0;
  return (changes, now) => {
    const known = changes.isAll ? null : state;
    state = null; // until the update has succeeded
    const next = known ?? loadAll(sqlite, statements, now);
    const isChanged = known === null || update(sqlite, statements, known, changes, now);
    if (isChanged) version += 1;
    state = next;
    return { version, hosts: next.hosts, columns: next.columns };
  };
}

function loadAll(sqlite: Sqlite, statements: Statements, now: number): State {
  const columns = createFactColumns();
  const rows = statements.allFindings.all();
  const facts = new Map(rows.map(({ host_id, facts: ids }) => [host_id, parseIds(ids)]));
  loadFacts(statements, columns, missingFacts(facts.values(), columns));
  const accepted = new Map(readAcceptedFindings(sqlite, null, now));
  const hosts = new Map<number, HostFindings>();
  for (const [id, ids] of facts) hosts.set(id, sumHost(id, ids, accepted.get(id) ?? null, columns));
  return {
    columns,
    hosts,
    accepted,
    signature: statements.acceptanceSignature.get() ?? '',
    nextExpiry: statements.nextExpiry.get(now) ?? null,
    deletedHosts: statements.deletedHosts.get() ?? 0,
  };
}

/** Returns whether anything changed. */
function update(
  sqlite: Sqlite,
  statements: Statements,
  state: State,
  changes: FindingChanges,
  now: number,
): boolean {
  const stale = new Set(hostsWithFacts(state, updateFacts(statements, state, changes)));
  updateAcceptances({ sqlite, statements, state, now }, changes.hosts, stale);
  updateHosts(statements, state, changes.hosts, stale);
  const isAnyDeleted = removeDeleted(statements, state);
  return stale.size > 0 || changes.hosts.length > 0 || isAnyDeleted;
}

/** Reads the facts of changed vulnerabilities again, and returns their ids. */
function updateFacts(
  statements: Statements,
  { columns }: State,
  { vulnerabilities }: FindingChanges,
): Set<number> {
  if (vulnerabilities.length === 0) return new Set();
  const ids = statements.factIdsOf.all(JSON.stringify(vulnerabilities));
  const known = ids.filter(columns.has);
  loadFacts(statements, columns, known);
  return new Set(known);
}

function hostsWithFacts({ hosts }: State, facts: ReadonlySet<number>): number[] {
  if (facts.size === 0) return [];
  const found = [...hosts.values()].filter((host) => host.facts.some((id) => facts.has(id)));
  return found.map(({ id }) => id);
}

interface UpdateContext {
  sqlite: Sqlite;
  statements: Statements;
  state: State;
  now: number;
}

/** Adds the hosts whose accepted findings changed to `stale`. */
function updateAcceptances(
  { sqlite, statements, state, now }: UpdateContext,
  changed: readonly number[],
  stale: Set<number>,
): void {
  const signature = statements.acceptanceSignature.get() ?? '';
  const hasExpired = state.nextExpiry !== null && state.nextExpiry <= now;
  if (signature !== state.signature || hasExpired) {
    const before = state.accepted;
    state.accepted = new Map(readAcceptedFindings(sqlite, null, now));
    for (const id of new Set([...before.keys(), ...state.accepted.keys()]))
      if (!isEqual(before.get(id), state.accepted.get(id))) stale.add(id);
    state.signature = signature;
    state.nextExpiry = statements.nextExpiry.get(now) ?? null;
  } else if (changed.length > 0 && !signature.startsWith('0 '))
    replaceAccepted(state, changed, readAcceptedFindings(sqlite, changed, now));
}

function replaceAccepted(
  { accepted }: State,
  changed: readonly number[],
  current: AcceptedFindings,
): void {
  for (const id of changed) {
    const facts = current.get(id);
    if (facts) accepted.set(id, facts);
    else accepted.delete(id);
  }
}

const isEqual = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean =>
  a?.size === b?.size && [...(a ?? [])].every((id) => b?.has(id));

/** Reads the changed hosts, and sums these and the stale ones again. */
function updateHosts(
  statements: Statements,
  { hosts, accepted, columns }: State,
  changed: readonly number[],
  stale: Iterable<number>,
): void {
  const rows = changed.length > 0 ? statements.findingsOf.all(JSON.stringify(changed)) : [];
  const facts = new Map(rows.map((row) => [row.host_id, parseIds(row.facts)]));
  // All of them, also known ones: the id of a deleted fact may belong to another one now.
  loadFacts(statements, columns, [...new Set([...facts.values()].flat())]);
  for (const id of changed) if (!facts.has(id)) hosts.delete(id);
  for (const id of stale) {
    const host = hosts.get(id);
    if (host && !facts.has(id)) facts.set(id, [...host.facts]);
  }
  for (const [id, ids] of facts) hosts.set(id, sumHost(id, ids, accepted.get(id) ?? null, columns));
}

/** Returns whether a host with findings was deleted. */
function removeDeleted(statements: Statements, state: State): boolean {
  const deletedHosts = statements.deletedHosts.get() ?? 0;
  if (deletedHosts === state.deletedHosts) return false;
  state.deletedHosts = deletedHosts;
  const existing = new Set(statements.hostIds.all());
  const deleted = [...state.hosts.keys()].filter((id) => !existing.has(id));
  for (const id of deleted) {
    state.hosts.delete(id);
    state.accepted.delete(id);
  }
  return deleted.length > 0;
}

const parseIds = (text: string): number[] => text.split(',').map(Number);

function missingFacts(lists: Iterable<readonly number[]>, columns: FactColumns): Set<number> {
  const missing = new Set<number>();
  for (const ids of lists) for (const id of ids) if (!columns.has(id)) missing.add(id);
  return missing;
}

function loadFacts(statements: Statements, columns: FactColumns, ids: Iterable<number>): void {
  for (const some of chunk(ids, FACTS_PER_READ))
    for (const row of statements.facts.all(JSON.stringify(some))) columns.set(row);
}
