import type { Sqlite } from '../../database/sqlite.js';
import { mapBy } from '../../lib/collections.js';
import { memoize, memoizeBy } from '../../lib/memoize.js';
import type { MatchableService, Matcher } from '../facts.js';
import type { HadData } from '../findings/match-host.js';
import { identityOf } from '../findings/findings.store.js';
import { causeOfMatch, type Cause } from '../ledger/cause.js';
import type { FoundInPackage } from '../matching/origin/other-builds.js';
import { digestIn, refusedState } from '../matching/packages/match-state.js';
import {
  EMPTY_STATE,
  packageKey,
  stateDigest,
  type HostState,
} from '../matching/packages/host-packages.js';
import { splitRunning } from '../old-code/old-packages.js';
import { isKernelName } from '../matching/packages/kernels.js';
import type { FactRefs } from './fact-refs.js';
import type { ChangedPackages } from './fleet-packages.js';
import type { FactRef, HostRematch } from './messages.js';
import type { PackageMatches } from './package-matches.js';
import { prepareHostStatements, type ComparedFact } from './rematch.statements.js';
import type { StaleHost } from './stale-hosts.js';

interface ChangeMatcherDeps {
  sqlite: Sqlite;
  matcher: Pick<Matcher, 'matchService'>;
  generation: number;
  packageMatches: PackageMatches;
  refs: Pick<FactRefs, 'refOf' | 'identity'>;
  /** whether a generation had data about an ecosystem */
  hadData: HadData;
}

type Difference = Pick<HostRematch, 'remove' | 'add' | 'renew' | 'appeared' | 'disappeared'>;

/**
 * Returns the changes of hosts' findings.
 * @param changed the packages whose matches may have changed; null: all packages are matched
 */
export type MatchChanges = (
  hosts: readonly StaleHost[],
  changed: ChangedPackages | null,
) => HostRematch[];

/** A host with its state and the ids of the packages to match. */
interface HostToMatch {
  host: StaleHost;
  state: HostState;
  /** null: all packages */
  changed: ChangedPackages | null;
  ids: number[];
  installed: number[];
}

/** Computes what createHostMatcher would store, and stores nothing. */
export function createChangeMatcher(deps: ChangeMatcherDeps): MatchChanges {
  const { sqlite, packageMatches, refs, hadData } = deps;
  const statements = prepareHostStatements(sqlite);
  const storedFact = createStoredFacts(statements.fact);
  const compare = createComparison(statements.firstSeen, storedFact, refs);
  const matchServices = createServiceComparison(deps, statements.services, compare);

  const readHost = (host: StaleHost, changes: ChangedPackages | null): HostToMatch => {
    const state = statements.state.get(host.id) ?? EMPTY_STATE;
    // Code that processes still run is no part of the list: all is matched.
    const changed = splitRunning(state.running).old === null ? changes : null;
    const installed = JSON.parse(`[${state.packages ?? ''}]`) as number[];
    const isToMatch = (id: number): boolean =>
      changed === null || changed.ids.has(id) || packageMatches.isKernel(id);
    return { host, state, ids: installed.filter(isToMatch), changed, installed };
  };

  const changesOf = ({ host, state, ids, changed, installed }: HostToMatch): HostRematch => {
    const { id, before, hasServices } = host;
    const isFirst = (ecosystems: readonly string[]): boolean =>
      before === null || !ecosystems.some((name) => hadData(name, before.generation));
    const findings = (JSON.parse(statements.factIds.get(id) ?? '[]') as number[]).map(storedFact);
    const services = ofOrigin(findings, 'service');
    const packages = ofOrigin(findings, 'package');
    const packageFacts = packageMatches.factsOf(state.ecosystems, state.running, ids);
    const wasChecked = (fact: StoredFact): boolean =>
      changed === null || changed.keys.has(fact.package) || fact.isKernel;
    const compared =
      packageFacts === null ? NO_DIFFERENCE : compare(id, packages, wasChecked, packageFacts);
    const isOtherBuild = packageMatches.otherBuilds(state.ecosystems, installed);
    const ofPackages = without(compared, (fact) => isOtherBuild(storedFact(fact).found));
    const hasChanged = changed === null || ids.some((one) => changed.ids.has(one));
    const next = nextState(host, state, { changed, isRefused: packageFacts === null });
    return {
      host: id,
      before,
      state: next,
      otherPackages: hasChanged ? packageMatches.othersOf(state.ecosystems, installed) : undefined,
      cause: causeOfRematch(host, next, deps.generation),
      ...mergeDifferences([
        ...(hasServices
          ? [withBaseline(matchServices(id, services), services, isFirst([SERVICES]))]
          : []),
        withBaseline(ofPackages, packages, isFirst(JSON.parse(state.ecosystems) as string[])),
      ]),
    };
  };

  return (hosts, changed) => {
    const read = hosts.map((host) => readHost(host, changed));
    for (const [ecosystems, alike] of mapBy(read, ({ state }) => state.ecosystems))
      packageMatches.matchAhead(
        ecosystems,
        alike.map(({ ids }) => ids),
      );
    return read.map(changesOf);
  };
}

const NO_DIFFERENCE: Difference = { remove: [], add: [], renew: [], appeared: [], disappeared: [] };

/** Removes facts from those that disappeared. */
const without = (difference: Difference, isLeftOut: (fact: number) => boolean): Difference => ({
  ...difference,
  disappeared: difference.disappeared.filter((fact) => !isLeftOut(fact)),
});

/** Returns the state to store, hexadecimal. */
function nextState(
  { before }: StaleHost,
  state: HostState,
  { changed, isRefused }: { changed: ChangedPackages | null; isRefused: boolean },
): string {
  if (!isRefused && changed !== null && before) return before.state;
  const digest = stateDigest(state);
  return (isRefused ? refusedState(digest) : digest).toString('hex');
}

/** @param next the state to store, hexadecimal */
const causeOfRematch = (
  { before, hasOtherRules }: StaleHost,
  next: string,
  generation: number,
): Cause =>
  causeOfMatch({
    isSameData: before?.generation === generation && !hasOtherRules,
    isSameState: before === null || digestOf(before.state).equals(digestOf(next)),
  });

const digestOf = (state: string): Buffer => digestIn(Buffer.from(state, 'hex'));

const SERVICES = 'cpe:a';

/**
 * Removes the first findings of a host from those that appeared.
 * @param known findings of the same origin: with one, the host was matched with data before
 */
const withBaseline = (
  difference: Difference,
  known: readonly StoredFact[],
  isFirst: boolean,
): Difference => (known.length === 0 && isFirst ? { ...difference, appeared: [] } : difference);

const mergeDifferences = (differences: readonly Difference[]): Difference => ({
  remove: differences.flatMap(({ remove }) => remove),
  add: differences.flatMap(({ add }) => add),
  renew: differences.flatMap(({ renew }) => renew),
  appeared: differences.flatMap(({ appeared }) => appeared),
  disappeared: differences.flatMap(({ disappeared }) => disappeared),
});

const ofOrigin = (facts: readonly StoredFact[], origin: StoredFact['origin']): StoredFact[] =>
  facts.filter((fact) => fact.origin === origin);

type Statements = ReturnType<typeof prepareHostStatements>;

/** Matches the services of a host. Equal services of several hosts are matched once. */
function createServiceComparison(
  { matcher, generation, refs }: ChangeMatcherDeps,
  servicesOf: Statements['services'],
  compare: CompareFindings,
): (host: number, findings: readonly StoredFact[]) => Difference {
  const factsOf = memoizeBy(
    (service: MatchableService) => JSON.stringify(service),
    (service: MatchableService) => matcher.matchService(service, generation).map(refs.refOf),
  );
  return (host, findings) => {
    const services = servicesOf.all(host);
    const ports = new Set(services.map((s) => `${s.transport}/${s.port}`));
    return compare(
      host,
      findings.filter(({ port }) => ports.has(port)),
      () => true,
      services.flatMap(factsOf),
    );
  };
}

/**
 * Compares findings of a host with its current facts. Findings that were not checked again are not removed. All given
 * findings say since when a vulnerability is in a package or on a port.
 */
type CompareFindings = (
  host: number,
  findings: readonly StoredFact[],
  wasChecked: (fact: StoredFact) => boolean,
  current: readonly FactRef[],
) => Difference;

function createComparison(
  firstSeenOf: Statements['firstSeen'],
  storedFact: (id: number) => StoredFact,
  refs: Pick<FactRefs, 'identity'>,
): CompareFindings {
  return (host, findings, wasChecked, current) => {
    const currentFacts = new Set(current);
    const known = new Set(findings.map(({ id }) => id));
    const added = [...currentFacts].filter((fact) => !known.has(fact)).sort((a, b) => a - b);
    const remove = findings
      .filter((fact) => !currentFacts.has(fact.id) && wasChecked(fact))
      .map(({ id }) => id);
    if (added.length === 0 || findings.length === 0)
      return { remove, add: added, renew: [], appeared: added, disappeared: remove };
    const firstSeen = new Map(
      firstSeenOf
        .all(host)
        .filter(({ fact_id }) => known.has(fact_id))
        .map(({ fact_id, first_seen }) => [storedFact(fact_id).identity, first_seen]),
    );
    const renew = added
      .flatMap((fact) => ({ fact, since: firstSeen.get(refs.identity(fact)) }))
      .filter((one): one is HostRematch['renew'][number] => one.since !== undefined);
    const renewed = new Set(renew.map(({ fact }) => fact));
    const add = added.filter((fact) => !renewed.has(fact));
    const successors = new Set(renew.map(({ fact }) => refs.identity(fact)));
    const disappeared = remove.filter((id) => !successors.has(storedFact(id).identity));
    return { remove, add, renew, appeared: add, disappeared };
  };
}

/** A stored fact, as far as findings are compared. */
interface StoredFact {
  id: number;
  origin: ComparedFact['origin'];
  /** `tcp/22`; meaningless if it is about a package */
  port: string;
  /** packageKey; meaningless if it is about a port */
  package: string;
  /** each kernel is matched with the other ones of its host */
  isKernel: boolean;
  identity: string;
  found: FoundInPackage;
}

/** Reads each fact once: facts never change, and a rematch pins them. */
const createStoredFacts = (statement: Statements['fact']): ((id: number) => StoredFact) =>
  memoize((id: number) => toStoredFact(id, statement.get(id)));

function toStoredFact(id: number, row: ComparedFact | undefined): StoredFact {
  if (!row) throw new Error(`finding references missing fact ${id}`);
  const { origin, port, transport, package: name, installed_version: version, architecture } = row;
  return {
    id,
    origin,
    port: `${transport}/${port}`,
    package: packageKey({ name, version, architecture }),
    isKernel: origin === 'package' && isKernelName(name ?? ''),
    identity: identityOf(row),
    found: { package: name, architecture, feed: row.feed, source: row.source, scope: row.scope },
  };
}
