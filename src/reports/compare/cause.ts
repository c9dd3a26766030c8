import { memoize, memoizeWeak } from '../../lib/memoize.js';
import type {
  Fact,
  Matcher,
  MatchablePackage,
  MatchableService,
  Match,
} from '../../vulnerabilities/facts.js';
import type { Cause } from '../../vulnerabilities/ledger/cause.js';
import type { Observation, ReportFact, ReportService } from '../diff.js';
import { changedFields, runsOldCode } from './changed-fields.js';

/** `ecosystems`: JSON array. `packages`: all packages of the host. */
export interface PackageState {
  ecosystems: string;
  packages: () => readonly MatchablePackage[];
}

/** `service`: null if the port is closed. */
interface ServiceState {
  service: ReportService | null;
}

/** The two sides of a finding. null: the finding is absent there. */
export interface FindingChange {
  before: ReportFact | null;
  after: ReportFact | null;
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
  /**
   * Whether a finding differs only because the collector knows more, or less, of an unchanged package. Neither the host
   * nor the data changed.
   */
  isRecollected(
    change: FindingChange,
    before: PackageState & Observation,
    after: PackageState & Observation,
  ): boolean;
}

/** Whether matches agree with the newer side of a change: the same finding, or its absence. */
type AgreesWithNewerSide = (matches: readonly Match[]) => boolean;

/** The two states of a host, matched with the data of a generation. `isSame`: the states are equal. */
interface Sides {
  before: (generation: number) => readonly Match[];
  after: (generation: number) => readonly Match[];
  isSame: boolean;
}

/**
 * Determines why a finding is new, fixed or changed. The cause is `target` if the older generation,
 * matched with the newer state of the host, agrees with the newer side. It is `knowledge` if the newer
 * generation, matched with the older state, does, or if the rules of matching changed and the older state already
 * agrees without newer data. Otherwise it is `both`. A generation that is no longer retained is replaced by the oldest
 * one that is, and older rules by the current ones.
 * @param withHidden whether vulnerabilities rated unimportant by their publisher count
 */
export function createCauseResolver(matcher: Matcher, withHidden: boolean): CauseResolver {
  const matchPackages = createPackageMatching(matcher);
  const isCounted = (m: Match): boolean => withHidden || m.fact.basis.unimportant !== true;
  const matchService = (s: ReportService | null, generation: number): readonly Match[] =>
    s ? matcher.matchService(toMatchable(s), generation) : [];
  const ofPackages: CauseResolver['ofPackages'] = (change, before, after) => {
    if (isMatchedAlike(before, after) || isOfReboot(change)) return 'target';
    const [older, newer] = packagesOfFinding(change, before, after);
    const sides = {
      before: (g: number) => matchPackages(before.ecosystems, older, g).filter(isCounted),
      after: (g: number) => matchPackages(after.ecosystems, newer, g).filter(isCounted),
      isSame: before.ecosystems === after.ecosystems && isSameList(older, newer),
    };
    return causeOf(before, after, sides, createAgreement(change));
  };
  return {
    ofPackages,
    isRecollected(change, before, after) {
      if (before.ecosystems !== after.ecosystems || isOfReboot(change)) return false;
      const [older, newer] = packagesOfFinding(change, before, after);
      const isOnlyRead = versionsOf(older) === versionsOf(newer) && !isSameList(older, newer);
      return older.length > 0 && isOnlyRead && ofPackages(change, before, after) === 'target';
    },
    ofService(change, before, after) {
      if ((change.after ?? change.before)?.feed === null) return 'target'; // found by a check, without data
      const sides = {
        before: (g: number) => matchService(before.service, g).filter(isCounted),
        after: (g: number) => matchService(after.service, g).filter(isCounted),
        isSame: isSameService(before.service, after.service),
      };
      return causeOf(before, after, sides, createAgreement(change));
    },
  };
}

function causeOf(
  before: Observation,
  after: Observation,
  sides: Sides,
  agrees: AgreesWithNewerSide,
): Cause {
  if (isMatchedAlike(before, after)) return 'target';
  if (sides.isSame) return 'knowledge';
  if (before.rules !== after.rules && agrees(sides.before(before.generation))) return 'knowledge';
  if (agrees(sides.after(before.generation))) return 'target';
  return agrees(sides.before(after.generation)) ? 'knowledge' : 'both';
}

/** Packages do not say which kernel runs: only the host itself ends to run an old one, or changes to it. */
const isOfReboot = ({ before, after }: FindingChange): boolean =>
  before !== null && runsOldCode(before) !== (after !== null && runsOldCode(after));

const isMatchedAlike = (before: Observation, after: Observation): boolean =>
  before.generation === after.generation && before.rules === after.rules;

function createAgreement({ before, after }: FindingChange): AgreesWithNewerSide {
  const finding = after ?? before;
  const isMatch = (m: Match): boolean => finding !== null && isSameFinding(m.fact, finding);
  if (after === null) return (matches) => !matches.some(isMatch);
  if (before === null) return (matches) => matches.some(isMatch);
  return (matches) => matches.some((m) => isMatch(m) && changedFields(m.fact, after).length === 0);
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

/** Returns the packages of the finding in the older and in the newer state; there may be several versions. */
function packagesOfFinding(
  { before, after }: FindingChange,
  older: PackageState,
  newer: PackageState,
): [readonly MatchablePackage[], readonly MatchablePackage[]] {
  const finding = after ?? before;
  const isOfFinding = (p: MatchablePackage): boolean =>
    p.name === finding?.package && p.architecture === finding.architecture;
  return [older.packages().filter(isOfFinding), newer.packages().filter(isOfFinding)];
}

// A package is one object for the whole fleet, so equal packages are identical.
const isSameList = (a: readonly MatchablePackage[], b: readonly MatchablePackage[]): boolean =>
  a.length === b.length && a.every((p, i) => p === b[i]);

const versionsOf = (packages: readonly MatchablePackage[]): string =>
  packages
    .map(({ version }) => version)
    .sort()
    .join(' ');

const MATCHED_FIELDS = ['service', 'product', 'version', 'revision', 'cpe'] as const;

const isSameService = (a: ReportService | null, b: ReportService | null): boolean =>
  a === b || (a !== null && b !== null && MATCHED_FIELDS.every((k) => a[k] === b[k]));

function toMatchable({
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

/** Matches packages with the data of a generation; each package once. */
function createPackageMatching(matcher: Matcher) {
  const matchingOf = memoize((generation: number) =>
    memoize((ecosystems: string) => {
      const names = JSON.parse(ecosystems) as string[];
      return memoizeWeak((p: MatchablePackage): readonly Match[] =>
        matcher.matchPackages(names, [p], generation).flat(),
      );
    }),
  );
  return (
    ecosystems: string,
    packages: readonly MatchablePackage[],
    generation: number,
  ): readonly Match[] => packages.flatMap(matchingOf(generation)(ecosystems));
}
