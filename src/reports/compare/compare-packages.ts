import type { FactBasis, MatchablePackage } from '../../vulnerabilities/facts.js';
import { createOtherBuildCheck } from '../../vulnerabilities/matching/origin/other-builds.js';
import type { Cause } from '../../vulnerabilities/ledger/cause.js';
import type { Observation, PackagesResult, ReportFact } from '../diff.js';
import { recordSetAside } from './not-compared.js';
import {
  getFacts,
  packageState,
  pairFacts,
  preferRunning,
  recollected,
  type FactIdPair,
} from './fact-pairs.js';
import {
  trackFirstSeen,
  recordFinding,
  type AbsentSide,
  type ObservedFinding,
  type HostComparison,
} from './record-finding.js';
import type { FactSet, ResultData } from '../read/result-data.js';

/** The last comparable package list of a host. */
export type PackagesBaseline = PackagesObservation & KeptFindings;
type PackagesObservation = PackagesResult & Observation;

/** Findings, by identity, that were not compared: neither their absence nor their return says anything. */
export interface KeptFindings {
  /** the feed that reported them was cleared: they stay open */
  carriedOver: ReadonlyMap<number, CarriedOverFinding>;
  /** their package is a build of another publisher now: they are neither open nor fixed */
  outside: ReadonlyMap<number, CarriedOverFinding>;
}
/** `fact`: null if the baseline lacks the finding. */
interface KnownFinding {
  fact: ReportFact | null;
  baseline: PackagesBaseline;
}
interface CarriedOverFinding {
  fact: ReportFact;
  baseline: PackagesBaseline;
}

const EMPTY: FactSet = { factIds: [], findingCount: 0, countsBySeverity: [], everAccepted: [] };

/**
 * Compares the package list of a host with its baseline. Returns the findings that could not be
 * compared.
 * @param before null: the host has no baseline
 */
export function comparePackages(
  comparison: HostComparison,
  before: PackagesBaseline | null,
  after: PackagesObservation,
): KeptFindings {
  const { resultData } = comparison;
  const carriedOver = new Map<number, CarriedOverFinding>();
  const outside = new Map<number, CarriedOverFinding>();
  const oldSet = before ? resultData.factSet(before.facts_id) : EMPTY;
  const newSet = resultData.factSet(after.facts_id);
  if (!before && newSet.factIds.length === newSet.findingCount) {
    recordBaseline(comparison, newSet, after);
    return { carriedOver, outside };
  }
  const mayLackData =
    before !== null &&
    (before.carriedOver.size > 0 || resultData.wasEmptied(before.generation, after.generation));
  let comparedCount = 0;
  const isOther = otherBuilds(comparison, after);
  const isRecollected = recollected(comparison, after);
  const aside = { ofOther: 0, recollected: 0 };
  const keptBefore = before ? [...before.carriedOver.keys(), ...before.outside.keys()] : [];
  const pairs = pairFacts(resultData, oldSet, newSet, keptBefore);
  for (const [identity, pair] of pairs) {
    if (pair.after.length > 0) comparedCount += 1;
    const known = before && findKnown(comparison, before, identity, pair);
    const isAbsent = pair.after.length === 0;
    if (known && isAbsent && mayLackData && isCarriedOver(comparison, known, after)) {
      carriedOver.set(identity, known);
      continue;
    }
    const isAlike =
      before !== null && isRecollected(known ?? { fact: null, baseline: before }, pair.after);
    if (isAlike) aside.recollected += 1;
    const isOfOther = known !== null && isAbsent && !isAlike && isOther(known.fact);
    if (isOfOther) aside.ofOther += 1;
    if (known && isAbsent && (isAlike || isOfOther)) outside.set(identity, known);
    else compareFinding(comparison, before, after, { identity, pair, isAlike });
  }
  comparison.diff.unchanged += newSet.findingCount - comparedCount; // the others are equal on both sides
  recordSetAside(comparison, aside);
  return { carriedOver, outside };
}

/** Returns whether the package of a finding that is absent now is a build of another publisher. */
function otherBuilds(
  { resultData, originOf }: HostComparison,
  { state_id, ecosystems: json, generation }: PackagesObservation,
): (fact: ReportFact) => boolean {
  const ecosystems = JSON.parse(json) as string[];
  const isOther = createOtherBuildCheck(
    () => resultData.packages(state_id),
    (pkg) => originOf(ecosystems, pkg, generation),
  );
  return (fact) => {
    const { source = null, scope = null } = JSON.parse(fact.basis) as Partial<FactBasis>;
    return isOther({ ...fact, source, scope });
  };
}

/** A finding on either side. `isAlike`: it counts as the same on both sides. */
interface ComparedFinding {
  identity: number;
  pair: FactIdPair;
  isAlike: boolean;
}

function compareFinding(
  comparison: HostComparison,
  before: PackagesBaseline | null,
  after: PackagesObservation,
  { identity, pair, isAlike }: ComparedFinding,
): void {
  if (comparison.isReported) {
    const known = before && findKnown(comparison, before, identity, pair);
    const newFact = preferRunning(getFacts(comparison.resultData, pair.after));
    const fact = isAlike ? newFact : (known?.fact ?? null);
    const baseline = known?.baseline ?? before;
    recordPackageFinding(comparison, baseline && { fact, baseline }, after, pair);
    if (!isAlike) return;
  }
  trackFirstSeen(comparison, identity, {
    wasPresent: before !== null && findKnown(comparison, before, identity, pair) !== null,
    isPresent: pair.after.length > 0,
  });
}

/** Returns a finding of the baseline, with those that were not compared; null: the baseline lacks it. */
function findKnown(
  { resultData }: HostComparison,
  before: PackagesBaseline,
  identity: number,
  pair: FactIdPair,
): CarriedOverFinding | null {
  const fact = preferRunning(getFacts(resultData, pair.before));
  const kept = before.carriedOver.get(identity) ?? before.outside.get(identity);
  return kept ?? (fact && { fact, baseline: before });
}

/**
 * Whether a finding is absent only because its feed was cleared, which fixes nothing; false: the host itself fixed it.
 */
function isCarriedOver(
  { resultData, causeResolver }: HostComparison,
  known: CarriedOverFinding,
  after: PackagesObservation,
): boolean {
  if (known.fact.feed === null) return false;
  if (resultData.feedVersion(known.fact.feed, after.generation) !== null) return false;
  const cause = causeResolver.ofPackages(
    { before: known.fact, after: null },
    packageState(resultData, known.baseline),
    packageState(resultData, after),
  );
  return cause !== 'target';
}

/**
 * Records all findings of a host without a baseline as new. They are most of a report, and need no
 * grouping as long as no two facts are one finding.
 */
function recordBaseline(
  comparison: HostComparison,
  { factIds }: FactSet,
  observation: PackagesObservation,
): void {
  if (!comparison.isReported) return;
  for (const id of factIds) {
    const fact = comparison.resultData.facts.get(id);
    if (!fact) continue;
    const after = { fact, observation, service: null };
    recordFinding(comparison, { before: null, after, absent: null, cause: TARGET });
  }
}

const TARGET = (): Cause => 'target';

function recordPackageFinding(
  comparison: HostComparison,
  known: KnownFinding | null,
  after: PackagesObservation,
  pair: FactIdPair,
): void {
  const { resultData, causeResolver } = comparison;
  const before = known?.baseline ?? null;
  const oldFact = known?.fact ?? null;
  const newFact = preferRunning(getFacts(resultData, pair.after));
  recordFinding(comparison, {
    before: before && toObserved(oldFact, before),
    after: toObserved(newFact, after),
    absent: createAbsentSide(resultData, oldFact, newFact, newFact ? before : after),
    cause: (change) =>
      before
        ? causeResolver.ofPackages(
            change,
            packageState(resultData, before),
            packageState(resultData, after),
          )
        : 'target',
  });
}

const toObserved = (fact: ReportFact | null, observation: Observation): ObservedFinding | null =>
  fact && { fact, observation, service: null };

/** Returns the side on which the finding is absent; null: it is on both sides, or has no baseline. */
function createAbsentSide(
  resultData: ResultData,
  oldFact: ReportFact | null,
  newFact: ReportFact | null,
  observation: PackagesObservation | null,
): AbsentSide | null {
  if ((oldFact && newFact) || !observation) return null;
  const packages = resultData.packages(observation.state_id);
  return {
    observation,
    service: null,
    installedVersion: installedVersions(packages, newFact ?? oldFact),
  };
}

/** Returns the installed version or versions of the package of a finding; null: it is not installed. */
function installedVersions(
  packages: readonly MatchablePackage[],
  finding: ReportFact | null,
): string | null {
  const installed = packages.filter(
    (p) => p.name === finding?.package && p.architecture === finding.architecture,
  );
  return installed.map((p) => p.version).join(', ') || null;
}
