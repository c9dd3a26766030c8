import type { Sqlite } from '../../../database/sqlite.js';
import { chunk } from '../../../lib/collections.js';
import type { HostChanges } from '../../host-changes.js';
import { createFindingTable, type FindingTable, type FindingRows } from './finding-table.js';
import { createListedFacts, IS_PACKAGE, IS_SERVICE, type ListedFacts } from './fact-table.js';
import { prepareOpenFindingStatements } from './open-findings.statements.js';

/** The open findings of all hosts. */
export interface OpenFindings {
  /** changes when facts are added, and with every change of a rating */
  factVersion: number;
  facts: ListedFacts;
  table: FindingTable;
}

/** Keeps the open findings in memory: of 1,500,000 findings they take 36 MB, and a list reads them in milliseconds. */
export interface OpenFindingsState {
  /** Notes what changed: it is read by the next `read`. */
  note: (changes: HostChanges) => void;
  /** Returns the findings as they are in the database. Inside a read transaction. */
  read: () => OpenFindings;
}

const HOSTS_PER_READ = 500;
const FACTS_PER_READ = 5_000;

interface State extends OpenFindings {
  /** as of the last update: changes when a host is created or deleted */
  signature: string;
}

type Statements = ReturnType<typeof prepareOpenFindingStatements>;

export function createOpenFindings(sqlite: Sqlite): OpenFindingsState {
  const statements = prepareOpenFindingStatements(sqlite);
  const changedHosts = new Set<number>();
  const changedRatings = new Set<string>();
  let state: State | null = null;
  let factVersion = 0;
  return {
    note({ isAll, hosts, vulnerabilities }) {
      if (isAll) state = null;
      for (const id of hosts) changedHosts.add(id);
      for (const id of vulnerabilities) changedRatings.add(id);
    },
    read() {
      const known = state ?? load(statements);
      const factCount = state === null ? -1 : known.facts.ids.length;
      if (state !== null) {
        state = null; // until the update has succeeded
        update(statements, known, changedHosts, changedRatings);
      }
      if (known.facts.ids.length !== factCount || changedRatings.size > 0) factVersion += 1;
      changedHosts.clear();
      changedRatings.clear();
      state = known;
      known.factVersion = factVersion;
      return known;
    },
  };
}

function load(statements: Statements): State {
  const state: State = {
    factVersion: 0,
    facts: createListedFacts(),
    table: createFindingTable(),
    signature: statements.hosts.get() ?? '',
  };
  readHosts(statements, state, statements.hostIds.all());
  return state;
}

function update(
  statements: Statements,
  state: State,
  changedHosts: ReadonlySet<number>,
  changedRatings: ReadonlySet<string>,
): void {
  readHosts(statements, state, [...changedHosts]);
  if (changedRatings.size > 0)
    for (const { id, ...rating } of statements.ratings.all(JSON.stringify([...changedRatings])))
      state.facts.rate(id, rating);
  removeDeleted(statements, state);
}

function removeDeleted(statements: Statements, state: State): void {
  const signature = statements.hosts.get() ?? '';
  if (signature === state.signature) return;
  state.signature = signature;
  const existing = new Set(statements.hostIds.all());
  const { hosts } = state.table.columns();
  const known = new Set(hosts.subarray(0, state.table.size()));
  const deleted = [...known].filter((id) => !existing.has(id));
  if (deleted.length > 0) state.table.replace(new Map(deleted.map((id) => [id, null])));
}

function readHosts(statements: Statements, state: State, ids: readonly number[]): void {
  const findings = new Map<number, FindingRows | null>(ids.map((id) => [id, null]));
  for (const some of chunk(ids, HOSTS_PER_READ)) {
    const hosts = JSON.stringify(some);
    const found = statements.findings
      .all(hosts)
      .map(([id, text]) => [id, toColumns(text)] as const);
    loadFacts(statements, state.facts, found);
    const readAt = new Map(statements.packagesReadAt.all(hosts));
    for (const [id, columns] of found) {
      numberFacts(columns, state.facts);
      setLastSeen(columns, state.facts, readAt.get(id) ?? null, () =>
        statements.servicesSeenAt.all(id),
      );
      findings.set(id, columns);
    }
  }
  if (ids.length > 0) state.table.replace(findings);
}

/** Returns the columns of a host, with ids of facts. */
function toColumns(text: string): FindingRows {
  const numbers = Uint32Array.from(JSON.parse(text) as number[]);
  const size = numbers.length / 3;
  return {
    facts: numbers.subarray(0, size),
    firstSeen: numbers.subarray(size, 2 * size),
    lastSeen: numbers.subarray(2 * size),
  };
}

function loadFacts(
  statements: Statements,
  facts: ListedFacts,
  found: readonly (readonly [host: number, columns: FindingRows])[],
): void {
  const unknown = new Set<number>();
  for (const [, columns] of found)
    for (const id of columns.facts) if (facts.numberOfFact(id) === undefined) unknown.add(id);
  for (const some of chunk(unknown, FACTS_PER_READ))
    for (const row of statements.facts.all(JSON.stringify(some))) facts.add(row);
}

/** Replaces the ids of facts by their numbers. */
function numberFacts({ facts: ids }: FindingRows, facts: ListedFacts): void {
  for (const [i, id] of ids.entries()) ids[i] = facts.numberOfFact(id) ?? 0;
}

/** Sets when findings were last seen, as `lastSeen` of findings.repository.ts: the last check of package or port. */
function setLastSeen(
  { facts: numbers, firstSeen, lastSeen }: FindingRows,
  facts: ListedFacts,
  packagesReadAt: number | null,
  readServices: () => readonly [location: string, lastSeen: number][],
): void {
  const { flags } = facts.columns();
  let services: ReadonlyMap<string, number> | null = null;
  for (const [i, fact] of numbers.entries()) {
    const flag = flags[fact] ?? 0;
    let checkedAt: number | null = null;
    if ((flag & IS_PACKAGE) !== 0) checkedAt = packagesReadAt;
    else if ((flag & IS_SERVICE) !== 0) {
      services ??= new Map(readServices());
      checkedAt = services.get(facts.locations.get(fact) ?? '') ?? null;
    }
    lastSeen[i] = Math.max(firstSeen[i] ?? 0, checkedAt ?? lastSeen[i] ?? 0);
  }
}
