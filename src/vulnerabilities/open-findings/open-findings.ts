import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import type { HostChanges } from '../host-changes.js';
import { createListedFacts, IS_PACKAGE, IS_SERVICE, type ListedFacts } from './fact-table.js';
import { prepareOpenFindingStatements } from './open-findings.statements.js';

/**
 * The open findings of all hosts. `version` changes with every change of it. A host has three numbers for each finding,
 * in thirds of its array: of the fact, when it was first seen, and when it was last seen (Unix seconds).
 */
export interface OpenFindings {
  version: number;
  /** changes when facts are added, and with every change of a rating */
  factVersion: number;
  facts: ListedFacts;
  hosts: ReadonlyMap<number, Uint32Array>;
  /** the hosts with findings in blocks of ids */
  blocks: ReadonlyMap<number, HostBlock>;
  /** on how many hosts a fact is, by its number */
  hostsOfFact: Uint32Array;
}

/** Hosts with adjacent ids. `changes` changes with every change of their findings. */
interface HostBlock {
  changes: number;
  hosts: ReadonlySet<number>;
}

/** Keeps the open findings in memory: of 1,500,000 findings they take 18 MB, and a list reads them in milliseconds. */
export interface OpenFindingsState {
  /** Notes what changed: it is read by the next `read`. */
  note: (changes: HostChanges) => void;
  /** Returns the findings as they are in the database. Inside a read transaction. */
  read: () => OpenFindings;
}

const HOSTS_PER_BLOCK = 256;
const HOSTS_PER_READ = 500;
const FACTS_PER_READ = 5_000;

interface State extends OpenFindings {
  hosts: Map<number, Uint32Array>;
  blocks: Map<number, HostBlock & { hosts: Set<number> }>;
  /** as of the last update: changes when a host is created or deleted */
  signature: string;
}

type Statements = ReturnType<typeof prepareOpenFindingStatements>;

export function createOpenFindings(sqlite: Sqlite): OpenFindingsState {
  const statements = prepareOpenFindingStatements(sqlite);
  const changedHosts = new Set<number>();
  const changedRatings = new Set<string>();
  let state: State | null = null;
  let version = 0;
  let factVersion = 0;
  return {
    note({ isAll, hosts, vulnerabilities }) {
      if (isAll) state = null;
      for (const id of hosts) changedHosts.add(id);
      for (const id of vulnerabilities) changedRatings.add(id);
    },
    read() {
      const known = state ?? load(statements);
      const isLoaded = state === null;
      const factCount = isLoaded ? -1 : known.facts.ids.length;
      state = null; // until the update has succeeded
      if (!isLoaded && update(statements, known, changedHosts, changedRatings)) version += 1;
      if (known.facts.ids.length !== factCount || changedRatings.size > 0) factVersion += 1;
      changedHosts.clear();
      changedRatings.clear();
      state = known;
      if (isLoaded) version += 1;
      known.version = version;
      known.factVersion = factVersion;
      return known;
    },
  };
}

function load(statements: Statements): State {
  const state: State = {
    version: 0,
    factVersion: 0,
    facts: createListedFacts(),
    hosts: new Map(),
    blocks: new Map(),
    hostsOfFact: new Uint32Array(1024),
    signature: statements.hosts.get() ?? '',
  };
  readHosts(statements, state, statements.hostIds.all());
  return state;
}

/** Returns whether anything changed. */
function update(
  statements: Statements,
  state: State,
  changedHosts: ReadonlySet<number>,
  changedRatings: ReadonlySet<string>,
): boolean {
  readHosts(statements, state, [...changedHosts]);
  if (changedRatings.size > 0)
    for (const { id, ...rating } of statements.ratings.all(JSON.stringify([...changedRatings])))
      state.facts.rate(id, rating);
  return removeDeleted(statements, state) || changedHosts.size + changedRatings.size > 0;
}

/** Returns whether hosts were created or deleted. */
function removeDeleted(statements: Statements, state: State): boolean {
  const signature = statements.hosts.get() ?? '';
  if (signature === state.signature) return false;
  state.signature = signature;
  const existing = new Set(statements.hostIds.all());
  for (const id of state.hosts.keys()) if (!existing.has(id)) removeHost(state, id);
  return true;
}

function readHosts(statements: Statements, state: State, ids: readonly number[]): void {
  for (const some of chunk(ids, HOSTS_PER_READ)) {
    const hosts = JSON.stringify(some);
    const found = statements.findings.all(hosts).map(([id, text]) => ({ id, rows: toRows(text) }));
    loadFacts(statements, state.facts, found);
    if (state.hostsOfFact.length < state.facts.ids.length) enlargeCounts(state);
    const readAt = new Map(statements.packagesReadAt.all(hosts));
    for (const id of some) removeHost(state, id);
    for (const { id, rows } of found) {
      numberFacts(rows, state.facts);
      setLastSeen(rows, state.facts, readAt.get(id) ?? null, () =>
        statements.servicesSeenAt.all(id),
      );
      addHost(state, id, rows);
    }
  }
}

/** Returns the numbers of a host, with ids of facts. */
const toRows = (text: string): Uint32Array => Uint32Array.from(JSON.parse(text) as number[]);

/** Returns the id of the block of a host. */
export const blockOf = (host: number): number => Math.floor(host / HOSTS_PER_BLOCK);

function addHost(state: State, id: number, numbers: Uint32Array): void {
  const block = state.blocks.get(blockOf(id)) ?? { changes: 0, hosts: new Set() };
  state.blocks.set(blockOf(id), block);
  block.changes += 1;
  block.hosts.add(id);
  state.hosts.set(id, numbers);
  count(state.hostsOfFact, numbers, 1);
}

function removeHost(state: State, id: number): void {
  const numbers = state.hosts.get(id);
  if (numbers === undefined) return;
  const block = state.blocks.get(blockOf(id));
  if (block) block.changes += 1;
  block?.hosts.delete(id);
  state.hosts.delete(id);
  count(state.hostsOfFact, numbers, -1);
}

function count(hostsOfFact: Uint32Array, numbers: Uint32Array, difference: 1 | -1): void {
  for (const fact of numbers.subarray(0, numbers.length / 3))
    hostsOfFact[fact] = (hostsOfFact[fact] ?? 0) + difference;
}

function enlargeCounts(state: State): void {
  const larger = new Uint32Array(2 * state.facts.ids.length);
  larger.set(state.hostsOfFact);
  state.hostsOfFact = larger;
}

function loadFacts(
  statements: Statements,
  facts: ListedFacts,
  found: readonly { rows: Uint32Array }[],
): void {
  const unknown = new Set<number>();
  for (const { rows } of found)
    for (const id of rows.subarray(0, rows.length / 3))
      if (facts.numberOfFact(id) === undefined) unknown.add(id);
  for (const some of chunk(unknown, FACTS_PER_READ))
    for (const row of statements.facts.all(JSON.stringify(some))) facts.add(row);
}

/** Replaces the ids of facts by their numbers. */
function numberFacts(rows: Uint32Array, facts: ListedFacts): void {
  for (let i = 0; i < rows.length / 3; i += 1) rows[i] = facts.numberOfFact(rows[i] ?? 0) ?? 0;
}

/** Sets when findings were last seen, as `lastSeen` of findings.repository.ts: the last check of package or port. */
function setLastSeen(
  numbers: Uint32Array,
  facts: ListedFacts,
  packagesReadAt: number | null,
  readServices: () => readonly [location: string, lastSeen: number][],
): void {
  const { flags } = facts.columns();
  const count = numbers.length / 3;
  let services: ReadonlyMap<string, number> | null = null;
  for (let i = 0; i < count; i += 1) {
    const fact = numbers[i] ?? 0;
    const flag = flags[fact] ?? 0;
    let checkedAt: number | null = null;
    if ((flag & IS_PACKAGE) !== 0) checkedAt = packagesReadAt;
    else if ((flag & IS_SERVICE) !== 0) {
      services ??= new Map(readServices());
      checkedAt = services.get(facts.locations.get(fact) ?? '') ?? null;
    }
    numbers[2 * count + i] = Math.max(
      numbers[count + i] ?? 0,
      checkedAt ?? numbers[2 * count + i] ?? 0,
    );
  }
}
