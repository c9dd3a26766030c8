import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage, Matcher } from '../facts.js';
import {
  collectedAgain,
  createHostPackageMatcher,
  diffHostStates,
  diffPackages,
  EMPTY_STATE,
  packageKey,
  stateDigest,
  type HostState,
  type PackageDelta,
} from '../matching/packages/host-packages.js';
import { isKernelPart } from '../matching/packages/running-kernel.js';
import { createOtherBuildCheck } from '../matching/origin/other-builds.js';
import { splitRunning } from '../old-code/old-packages.js';
import { storeOtherPackages } from '../matching/origin/other-packages.js';
import { causeOfMatch, type Cause } from '../ledger/cause.js';
import { RULES_VERSION } from '../rules-version.js';
import { withFactKey, type FactStore } from './facts.store.js';
import type { FindingsStore, WasChecked } from './findings.store.js';
import { prepareMatchHostStatements } from './match-host.statements.js';
import { digestIn, isMatchedState, UNMATCHED } from '../matching/packages/match-state.js';

interface HostMatcherDeps {
  sqlite: Sqlite;
  matcher: Matcher;
  facts: FactStore;
  findings: FindingsStore;
  /** whether a generation had data about an ecosystem; default: all had */
  hadData?: HadData;
  /** called when the host is left to a rematch, because all of its many packages would have to be matched */
  onDeferred?: (hostId: number) => void;
}

export type HadData = (ecosystem: string, generation: number) => boolean;

const SERVICES = 'cpe:a';

/**
 * Updates the findings of a host to its stored inventory and the newest generation. Services are matched only after
 * the generation or the rules changed; scans do the rest. Cheap where neither changed. Inside a transaction only.
 * @param readAt when the packages were read, Unix seconds; null: not read, only the generation may have changed
 * @param previous the state before the inventory was stored: where the findings are of that state, only removed and
 *   added packages are matched
 */
export type MatchHost = (
  hostId: number,
  readAt: number | null,
  now: number,
  previous?: HostState,
  part?: StoredPart,
) => void;

/** A part of a report that is stored in several transactions. */
interface StoredPart {
  /** the difference to the previous state */
  delta: PackageDelta;
  /** whether the first part was the first inventory of the host */
  isBaseline: boolean;
}

/** A host with more of these is not matched in the caller's transaction, but by a rematch in its thread. */
const MAX_PACKAGES_AT_ONCE = 2000;
const MAX_MATCHES_AT_ONCE = 1000;
const MAX_FINDINGS_AT_ONCE = 10_000;

const isOfPackage: WasChecked = ({ origin }) => origin === 'package';

/** Throws KnowledgeError if the vulnerability database cannot be read. */
export function createHostMatcher(deps: HostMatcherDeps): MatchHost {
  const { sqlite, matcher, hadData = () => true, onDeferred } = deps;
  const statements = prepareMatchHostStatements(sqlite);
  const renewPackages = createPackageRenewal(deps, statements);
  const renewServices = createServiceRenewal(deps, statements);
  const findRecollected = createRecollectedReader(statements);
  const findOthers = createOtherPackagesReader(matcher, statements);
  return (hostId, readAt, now, previous, part) => {
    const state = statements.state.get(hostId) ?? EMPTY_STATE;
    const digest = stateDigest(state);
    const generation = matcher.generation();
    const last = statements.lastMatch.get(hostId);
    // An empty state: the host could not be matched last time, its services neither.
    const isSameData = last?.generation === generation && last.rules === RULES_VERSION;
    const isStale = !isSameData || last.state.length === 0;
    const isSameState = last !== undefined && digestIn(last.state).equals(digest);
    const isRefused = isSameState && !isMatchedState(last.state);
    const otherPackages = last?.other_packages ?? null;
    const matched = {
      hostId,
      generation,
      rules: RULES_VERSION,
      state: digest,
      readAt,
      otherPackages,
    };
    const isFirstMatch = (ecosystems: readonly string[]): boolean =>
      last === undefined || !ecosystems.some((name) => hadData(name, last.generation));
    const isChanged = isStale || !isSameState;
    const isKnown = !isStale && previous !== undefined && last.state.equals(stateDigest(previous));
    const delta = isChanged && isKnown ? deltaOf(previous, state, part) : null;
    const defer = (): void => {
      if (last) statements.saveMatch.run({ ...matched, ...last, state: UNMATCHED });
      onDeferred?.(hostId);
    };
    const isPending = last !== undefined && !isMatchedState(last.state);
    const isLarge = (): boolean =>
      isPending ||
      (delta === null && countPackages(state) > MAX_PACKAGES_AT_ONCE) ||
      statements.hasMoreFindings.get(hostId, MAX_FINDINGS_AT_ONCE) !== undefined;
    if (isChanged && onDeferred && isLarge()) return defer();
    if (isStale) renewServices(hostId, now, () => last !== undefined && isFirstMatch([SERVICES]));
    if (isChanged) {
      const isBaseline = (): boolean =>
        part?.isBaseline === true ||
        last?.state.equals(EMPTY_DIGEST) === true ||
        isFirstMatch(JSON.parse(state.ecosystems) as string[]);
      const maxMatches = onDeferred ? MAX_MATCHES_AT_ONCE : Infinity;
      const cause = causeOfMatch({ isSameData: isSameData || last === undefined, isSameState });
      const isRecollected =
        cause === 'target' && isKnown ? findRecollected(previous, state, part) : null;
      const base = { hostId, state, delta, now: readAt ?? now, maxMatches };
      const renewal = { ...base, isBaseline, cause, isRecollected };
      if (!renewPackages(renewal)) return defer();
      matched.otherPackages = findOthers(hostId, state.ecosystems, delta, otherPackages);
    } else if (readAt === null) return;
    statements.saveMatch.run(isRefused ? { ...matched, state: last.state } : matched);
  };
}

/** Null: more than the packages differs. */
function deltaOf(
  previous: HostState,
  state: HostState,
  part: StoredPart | undefined,
): PackageDelta | null {
  const isAlike = previous.ecosystems === state.ecosystems && previous.running === state.running;
  return part && isAlike ? part.delta : diffHostStates(previous, state);
}

function countPackages({ packages }: HostState): number {
  let count = packages === null ? 0 : 1;
  for (let at = packages?.indexOf(',') ?? -1; at !== -1; at = packages?.indexOf(',', at + 1) ?? -1)
    count += 1;
  return count;
}

const EMPTY_DIGEST = stateDigest(EMPTY_STATE);

interface PackageRenewal {
  hostId: number;
  state: HostState;
  /** null: all packages are matched */
  delta: PackageDelta | null;
  now: number;
  maxMatches: number;
  /** whether the packages of the host were never matched with data before */
  isBaseline: () => boolean;
  cause: Cause;
  /** null: none is */
  isRecollected: ReturnType<typeof collectedAgain>;
}

type Statements = ReturnType<typeof prepareMatchHostStatements>;

/**
 * Returns a function that matches the packages of a host: only those of `delta`, or all without it. It returns false,
 * and changes nothing, if there are more than `maxMatches`.
 */
function createPackageRenewal(
  { matcher, facts, findings }: HostMatcherDeps,
  statements: Statements,
): (renewal: PackageRenewal) => boolean {
  const matchPackages = createHostPackageMatcher(matcher);
  const otherBuilds = (json: string, packages: readonly MatchablePackage[]) => {
    const ecosystems = JSON.parse(json) as string[];
    return createOtherBuildCheck(
      () => packages,
      (pkg) => matcher.originOf(ecosystems, pkg),
    );
  };

  /**
   * Returns null if a removed package is no longer stored, one is of a kernel, or processes run old packages; false if
   * there are too many matches. Unchanged packages are not read: no two packages of a host have the same name,
   * version and architecture.
   */
  const renewChanged = (
    renewal: PackageRenewal,
    { removed, added }: PackageDelta,
  ): boolean | null => {
    const { hostId, now, maxMatches, isBaseline, cause, isRecollected } = renewal;
    const { ecosystems, running } = renewal.state;
    const changed = statements.packagesById.all(JSON.stringify([...removed, ...added]));
    if (changed.length < removed.length + added.length) return null;
    if (changed.some(isKernelPart) || splitRunning(running).old !== null) return null;
    const keys = new Set(changed.map(packageKey));
    const addedIds = new Set(added);
    const addedPackages = changed.filter(({ id }) => addedIds.has(id));
    const matches = matchPackages(ecosystems, running, addedPackages, maxMatches);
    if (matches === null) return false;
    const isChanged: WasChecked = (f) =>
      isOfPackage(f) &&
      keys.has(
        packageKey({ name: f.package, version: f.installed_version, architecture: f.architecture }),
      );
    findings.replace(hostId, isChanged, facts.internFacts(matches), now, {
      hasFirstSeen: isOfPackage,
      isBaseline,
      cause,
      ...(isRecollected && { isRecollected }),
      isOtherBuild: otherBuilds(ecosystems, addedPackages),
    });
    return true;
  };

  return (renewal) => {
    const { hostId, state, delta, now, maxMatches, isBaseline, cause, isRecollected } = renewal;
    const renewed = delta === null ? null : renewChanged(renewal, delta);
    if (renewed !== null) return renewed;
    const { ecosystems, running } = state;
    const packages = statements.packagesOfHost.all(hostId);
    const matches = matchPackages(ecosystems, running, packages, maxMatches);
    if (matches === null) return false;
    findings.replace(hostId, isOfPackage, facts.internFacts(matches), now, {
      isBaseline,
      cause,
      ...(isRecollected && { isRecollected }),
      isOtherBuild: otherBuilds(ecosystems, packages),
    });
    return true;
  };
}

/** Returns what finds the packages of a host that only the collector knows differently since the state before. */
function createRecollectedReader(statements: Statements) {
  const read = (ids: readonly number[]) => statements.packagesById.all(JSON.stringify(ids));
  return (
    previous: HostState,
    state: HostState,
    part: StoredPart | undefined,
  ): PackageRenewal['isRecollected'] => {
    if (previous.ecosystems !== state.ecosystems) return null;
    const { removed, added } = part?.delta ?? diffPackages(previous, state);
    return removed.length === 0 ? null : collectedAgain(read(removed), read(added));
  };
}

/** Returns a reader of the packages of other publishers. They are read again after one was added or removed. */
function createOtherPackagesReader(matcher: Matcher, statements: Statements) {
  return (
    hostId: number,
    ecosystemsJson: string,
    delta: PackageDelta | null,
    before: string | null,
  ): string | null => {
    const ecosystems = JSON.parse(ecosystemsJson) as string[];
    const originOf = (pkg: MatchablePackage) => matcher.originOf(ecosystems, pkg);
    const changed =
      delta && statements.packagesById.all(JSON.stringify([...delta.removed, ...delta.added]));
    const isKept =
      changed !== null &&
      changed.length === (delta?.removed.length ?? 0) + (delta?.added.length ?? 0) &&
      storeOtherPackages(changed, originOf) === null;
    return isKept ? before : storeOtherPackages(statements.packagesOfHost.all(hostId), originOf);
  };
}

function createServiceRenewal(
  { matcher, facts, findings }: HostMatcherDeps,
  statements: Statements,
): (hostId: number, now: number, isBaseline: () => boolean) => void {
  return (hostId, now, isBaseline) => {
    const services = statements.services.all(hostId);
    const ports = new Set(services.map((s) => `${s.transport}/${s.port}`));
    findings.replace(
      hostId,
      ({ origin, transport, port }) => origin === 'service' && ports.has(`${transport}/${port}`),
      facts.internFacts(services.flatMap((s) => matcher.matchService(s).map(withFactKey))),
      now,
      { isBaseline, cause: 'knowledge' },
    );
  };
}
