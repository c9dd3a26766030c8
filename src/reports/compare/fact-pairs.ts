import { memoize } from '../../lib/memoize.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import { collectedAgain } from '../../vulnerabilities/matching/packages/host-packages.js';
import type { Observation, PackagesResult, ReportFact } from '../diff.js';
import type { PackageState } from './cause.js';
import type { HostComparison } from './record-finding.js';
import type { FactSet, ResultData } from '../read/result-data.js';

/** The ids of the facts of one finding on both sides. A package in two versions has two facts, one finding. */
export interface FactIdPair {
  before: number[];
  after: number[];
}

/** Groups by identity the facts of findings whose ids alone do not show that they are unchanged. */
export function pairFacts(
  { facts }: ResultData,
  oldSet: FactSet,
  newSet: FactSet,
  carriedOver: Iterable<number> = [],
): Map<number, FactIdPair> {
  const pairs = new Map<number, FactIdPair>();
  const add = (identity: number): unknown => pairs.set(identity, { before: [], after: [] });
  if (oldSet !== newSet)
    for (const id of symmetricDifference(oldSet.factIds, newSet.factIds)) add(facts.identityOf(id));
  for (const fact of oldSet.everAccepted) add(fact.identity);
  for (const fact of newSet.everAccepted) add(fact.identity);
  for (const identity of carriedOver) add(identity);
  if (pairs.size === 0) return pairs;
  const collect = (ids: readonly number[], side: keyof FactIdPair): void =>
    ids.forEach((id) => {
      pairs.get(facts.identityOf(id))?.[side].push(id);
    });
  collect(oldSet.factIds, 'before');
  collect(newSet.factIds, 'after');
  return pairs;
}

/** Returns the numbers that exactly one of two ascending lists contains. */
function symmetricDifference(a: readonly number[], b: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const x = a[i] ?? Infinity;
    const y = b[j] ?? Infinity;
    if (x !== y) found.push(Math.min(x, y));
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return found;
}

type PackagesObservation = PackagesResult & Observation;

/** A finding of a baseline; `fact`: null if the baseline lacks it. */
interface FindingOfBaseline {
  fact: ReportFact | null;
  baseline: PackagesObservation;
}

/**
 * Returns whether a finding differs only because the collector knows more, or less, of an unchanged package: where it
 * is from.
 */
export function recollected(
  { resultData, causeResolver }: HostComparison,
  after: PackagesObservation,
): (known: FindingOfBaseline, factIds: readonly number[]) => boolean {
  const now = packageState(resultData, after);
  const since = memoize((stateId: number) => {
    const older = resultData.packages(stateId);
    return collectedAgain(without(older, now.packages()), without(now.packages(), older));
  });
  return ({ fact, baseline }, factIds) => {
    const change = { before: fact, after: preferRunning(getFacts(resultData, factIds)) };
    const finding = change.after ?? fact;
    if (finding === null || since(baseline.state_id)?.(finding) !== true) return false;
    return causeResolver.isRecollected(change, packageState(resultData, baseline), now);
  };
}

// A package is one object for the whole fleet.
function without(
  packages: readonly MatchablePackage[],
  others: readonly MatchablePackage[],
): MatchablePackage[] {
  const known = new Set(others);
  return packages.filter((pkg) => !known.has(pkg));
}

/** Returns the fact to show. Of several versions installed side by side (kernels), the running one is shown. */
export function preferRunning(facts: readonly ReportFact[]): ReportFact | null {
  return facts.find((f) => !f.basis.includes('"not_running":true')) ?? facts[0] ?? null;
}

/** Returns the facts with these ids. */
export const getFacts = ({ facts }: ResultData, ids: readonly number[]): ReportFact[] =>
  ids.map((id) => facts.get(id)).filter((f) => f !== undefined);

/** Returns an observation with the packages of its host. */
export const packageState = (
  resultData: ResultData,
  observation: PackagesObservation,
): PackageState & Observation => ({
  ...observation,
  packages: () => resultData.packages(observation.state_id),
});
