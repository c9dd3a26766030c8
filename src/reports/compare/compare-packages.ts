import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import type { Cause, Observation, PackagesResult, ReportFact } from '../diff.js';
import {
  trackFirstSeen,
  recordFinding,
  type AbsentSide,
  type ObservedFinding,
  type HostComparison,
} from './record-finding.js';
import type { FactSet, ResultData } from '../read/result-data.js';

/** What is known of a host's packages. `kept`: findings, by identity, that nobody could judge since, as the feed that told of them was emptied. */
export type PackagesBaseline = PackagesObservation & { kept: CarriedOverFindings };
export type PackagesObservation = PackagesResult & Observation;
export type CarriedOverFindings = ReadonlyMap<number, KeptFinding>;
interface KeptFinding {
  fact: ReportFact;
  base: PackagesBaseline;
}

/** One finding on both sides, by the numbers of its facts; those of one package in two versions are one finding. */
interface Group {
  before: number[];
  after: number[];
}

const EMPTY: FactSet = { numbers: [], findings: 0, severities: [], concerned: [] };

/** Compares a host's package list with the last one that is known. `before`: null where this is the first. Gives what could not be judged any more. */
export function comparePackages(
  scene: HostComparison,
  before: PackagesBaseline | null,
  after: PackagesObservation,
): CarriedOverFindings {
  const kept = new Map<number, KeptFinding>();
  const [old, now] = [
    before ? scene.stock.set(before.facts_id) : EMPTY,
    scene.stock.set(after.facts_id),
  ];
  if (!before && now.numbers.length === now.findings) {
    takeAll(scene, now, after);
    return kept;
  }
  const mayMiss =
    before !== null &&
    (before.kept.size > 0 || scene.stock.wasEmptied(before.generation, after.generation));
  let settled = 0;
  for (const [identity, group] of grouped(scene.stock, old, now, before?.kept.keys())) {
    if (group.after.length > 0) settled += 1;
    const unjudged =
      mayMiss && group.after.length === 0
        ? unjudgedOf(scene, before, after, identity, group)
        : null;
    if (unjudged) kept.set(identity, unjudged);
    else compareOne(scene, before, after, identity, group);
  }
  scene.diff.unchanged += now.findings - settled; // what needs no look is on both sides, and alike
  return kept;
}

function compareOne(
  scene: HostComparison,
  before: PackagesBaseline | null,
  after: PackagesObservation,
  identity: number,
  group: Group,
): void {
  if (scene.isKept)
    settlePackage(
      scene,
      before && (knownOf(scene, before, identity, group) ?? { fact: null, base: before }),
      after,
      group,
    );
  else
    trackFirstSeen(
      scene,
      identity,
      group.before.length > 0 || before?.kept.has(identity) === true,
      group.after.length > 0,
    );
}

function knownOf(
  { stock }: HostComparison,
  before: PackagesBaseline,
  identity: number,
  group: Group,
): KeptFinding | null {
  const fact = shown(factsOf(stock, group.before));
  return before.kept.get(identity) ?? (fact && { fact, base: before });
}

// A feed that is emptied mends nothing: only what the host itself mended is gone.
function unjudgedOf(
  scene: HostComparison,
  before: PackagesBaseline,
  after: PackagesObservation,
  identity: number,
  group: Group,
): KeptFinding | null {
  const { stock, causes } = scene;
  const known = knownOf(scene, before, identity, group);
  if (
    !known ||
    known.fact.feed === null ||
    stock.feedVersion(known.fact.feed, after.generation) !== null
  )
    return null;
  return causes.ofPackages(
    { before: known.fact, after: null },
    state(stock, known.base),
    state(stock, after),
  ) === 'target'
    ? null
    : known;
}

const factsOf = ({ facts }: ResultData, numbers: readonly number[]): ReportFact[] =>
  numbers.map((n) => facts.get(n)).filter((f) => f !== undefined);

// The baseline of a host is most of a report, and needs no grouping as long as no package is there twice.
function takeAll(scene: HostComparison, now: FactSet, look: PackagesObservation): void {
  if (!scene.isKept) return;
  for (const number of now.numbers) {
    const fact = scene.stock.facts.get(number);
    if (fact)
      recordFinding(scene, {
        before: null,
        after: { fact, look, service: null },
        absent: null,
        cause: BASELINE,
      });
  }
}

const BASELINE = (): Cause => 'target';

// Findings that can't be told to be alike from the numbers of their facts alone.
function grouped(
  { facts }: ResultData,
  old: FactSet,
  now: FactSet,
  kept: Iterable<number> = [],
): Map<number, Group> {
  const groups = new Map<number, Group>();
  const want = (identity: number): unknown => groups.set(identity, { before: [], after: [] });
  if (old !== now)
    for (const number of symmetricDifference(old.numbers, now.numbers))
      want(facts.identityOf(number));
  for (const fact of old.concerned) want(fact.identity);
  for (const fact of now.concerned) want(fact.identity);
  for (const identity of kept) want(identity);
  if (groups.size === 0) return groups;
  const collect = (numbers: readonly number[], side: keyof Group): void =>
    numbers.forEach((n) => {
      groups.get(facts.identityOf(n))?.[side].push(n);
    });
  collect(old.numbers, 'before');
  collect(now.numbers, 'after');
  return groups;
}

/** The numbers that only one of two ascending lists has. */
export function symmetricDifference(a: readonly number[], b: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [x = Infinity, y = Infinity] = [a[i], b[j]];
    if (x !== y) found.push(Math.min(x, y));
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return found;
}

// Of several versions that are installed side by side (kernels), the one that runs is told.
function shown(facts: readonly ReportFact[]): ReportFact | null {
  return facts.find((f) => !f.basis.includes('"not_running":true')) ?? facts[0] ?? null;
}

function settlePackage(
  scene: HostComparison,
  known: { fact: ReportFact | null; base: PackagesBaseline } | null,
  after: PackagesObservation,
  group: Group,
): void {
  const before = known?.base ?? null;
  const [old, now] = [known?.fact ?? null, shown(factsOf(scene.stock, group.after))];
  const held = (fact: ReportFact | null, look: Observation): ObservedFinding | null =>
    fact && { fact, look, service: null };
  const absent = (): AbsentSide | null => {
    if (old && now) return null;
    const base = now ? before : after;
    return (
      base && {
        look: base,
        service: null,
        installed_version: installed(scene.stock.packages(base.state_id), now ?? old),
      }
    );
  };
  recordFinding(scene, {
    before: before && held(old, before),
    after: held(now, after),
    absent: absent(),
    cause: (change) =>
      before
        ? scene.causes.ofPackages(change, state(scene.stock, before), state(scene.stock, after))
        : 'target',
  });
}

const state = (stock: ResultData, base: PackagesObservation) => ({
  ...base,
  packages: () => stock.packages(base.state_id),
});

/** The version (or versions) in which the package of a finding is there; null: it is not. */
function installed(
  packages: readonly MatchablePackage[],
  finding: ReportFact | null,
): string | null {
  const there = packages.filter(
    (p) => p.name === finding?.package && p.architecture === finding.architecture,
  );
  return there.map((p) => p.version).join(', ') || null;
}
