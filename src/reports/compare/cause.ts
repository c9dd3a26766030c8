import type {
  Fact,
  Matcher,
  MatchablePackage,
  MatchableService,
  Match,
} from '../../vulnerabilities/facts.js';
import type { Cause, Observation, ReportFact, ReportService } from '../diff.js';
import { changedFields } from './changed-fields.js';

/** Says of the judgements of a state whether they tell what the newer task found. */
type Tells = (judgements: readonly Match[]) => boolean;

/** A state of a host, as far as one finding goes. */
interface Sides {
  before: (generation: number) => readonly Match[];
  after: (generation: number) => readonly Match[];
  isSame: boolean;
}

export interface PackageState {
  scopes: string;
  packages: () => readonly MatchablePackage[];
}

export interface CauseResolver {
  ofPackages(
    change: FindingChange,
    before: PackageState & Observation,
    after: PackageState & Observation,
  ): Cause;
  ofService(
    change: FindingChange,
    before: ServiceState & Observation,
    after: ServiceState & Observation,
  ): Cause;
}
export interface ServiceState {
  service: ReportService | null;
}

/** A finding before and after; null: it is not there. */
export interface FindingChange {
  before: ReportFact | null;
  after: ReportFact | null;
}

/**
 * Why a finding came, went or changed: `target` if the old knowledge already tells the two states of the host apart so, else
 * `knowledge` if the new knowledge tells the old state so, else `both`. Knowledge whose history is no longer kept is the oldest that is.
 * @param withHidden whether vulnerabilities that are unimportant in their publisher's eyes count
 */
export function createCauseResolver(judge: Matcher, withHidden: boolean): CauseResolver {
  const judgePackages = judgingPackages(judge);
  const counts = (j: Match): boolean => withHidden || j.fact.basis.unimportant !== true;
  const judgeService = (s: ReportService | null, generation: number): readonly Match[] =>
    s ? judge.matchService(asJudged(s), generation) : [];
  return {
    ofPackages(change, before, after) {
      if (before.generation === after.generation) return 'target';
      const sides = packagesAt(change, before, after);
      return causeOf(
        before,
        after,
        {
          before: (g) => judgePackages(before.scopes, sides.before, g).filter(counts),
          after: (g) => judgePackages(after.scopes, sides.after, g).filter(counts),
          isSame: before.scopes === after.scopes && isSameList(sides.before, sides.after),
        },
        telling(change),
      );
    },
    ofService(change, before, after) {
      if ((change.after ?? change.before)?.feed === null) return 'target'; // a check saw it, without any data
      return causeOf(
        before,
        after,
        {
          before: (g) => judgeService(before.service, g).filter(counts),
          after: (g) => judgeService(after.service, g).filter(counts),
          isSame: isSameService(before.service, after.service),
        },
        telling(change),
      );
    },
  };
}

function causeOf(before: Observation, after: Observation, sides: Sides, tells: Tells): Cause {
  if (before.generation === after.generation) return 'target';
  if (sides.isSame) return 'knowledge';
  if (tells(sides.after(before.generation))) return 'target';
  return tells(sides.before(after.generation)) ? 'knowledge' : 'both';
}

function telling({ before, after }: FindingChange): Tells {
  const finding = after ?? before;
  const ofIt = (j: Match): boolean => finding !== null && isSameFinding(j.fact, finding);
  if (after === null) return (judgements) => !judgements.some(ofIt);
  if (before === null) return (judgements) => judgements.some(ofIt);
  return (judgements) =>
    judgements.some((j) => ofIt(j) && changedFields(j.fact, after).length === 0);
}

function isSameFinding(a: Fact, b: ReportFact): boolean {
  return (
    a.vulnerability_id === b.vulnerability_id &&
    a.package === b.package &&
    a.architecture === b.architecture &&
    a.port === b.port &&
    a.transport === b.transport
  );
}

function packagesAt({ before, after }: FindingChange, old: PackageState, now: PackageState) {
  const finding = after ?? before;
  const there = (p: MatchablePackage): boolean =>
    p.name === finding?.package && p.architecture === finding.architecture;
  return { before: old.packages().filter(there), after: now.packages().filter(there) };
}

// The fleet's packages are objects that are made once, so that equal ones are the same.
const isSameList = (a: readonly MatchablePackage[], b: readonly MatchablePackage[]): boolean =>
  a.length === b.length && a.every((p, i) => p === b[i]);

const JUDGED_BY = ['service', 'product', 'version', 'revision', 'cpe'] as const;
const isSameService = (a: ReportService | null, b: ReportService | null): boolean =>
  a === b || (a !== null && b !== null && JUDGED_BY.every((k) => a[k] === b[k]));

function asJudged({
  port,
  transport,
  service,
  product,
  version,
  revision,
  cpe,
  banner,
}: ReportService): MatchableService {
  return { port, transport, service, product, version, revision, cpe, banner };
}

function judgingPackages(judge: Matcher) {
  const known = new Map<string, WeakMap<MatchablePackage, readonly Match[]>>();
  return (
    scopes: string,
    packages: readonly MatchablePackage[],
    generation: number,
  ): readonly Match[] => {
    const key = `${generation} ${scopes}`;
    const judged = known.get(key) ?? new WeakMap<MatchablePackage, readonly Match[]>();
    known.set(key, judged);
    return packages.flatMap((p) => {
      let found = judged.get(p);
      if (!found)
        judged.set(
          p,
          (found = judge.matchPackages(JSON.parse(scopes) as string[], [p], generation).flat()),
        );
      return found;
    });
  };
}
