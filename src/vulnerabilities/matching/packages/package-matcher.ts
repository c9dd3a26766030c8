import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { VersionOrder } from '../../../versions/order.js';
import type {
  Fact,
  FindingConfidence,
  MatchablePackage,
  Match,
  Matcher,
  VulnerabilitySummary,
} from '../../facts.js';
import { furtherRanges } from '../further-ranges.js';
import { cvssSeverity } from '../../severity.js';
import type { Origins } from '../origin/origins.js';
import type { ReadSummary } from '../vulnerability-summary.js';
import {
  createRangeLookup,
  createTargetResolver,
  NO_RANGES,
  type FindAffectedRanges,
} from './affected-ranges.js';
import { alternativesOf, mergeAlternatives } from './distributions/backports.js';
import { binaryFix, isFixedBinary } from './binary-fixes.js';
import { sourcePackageOf, versionOrderOf } from './lookup-targets.js';
import { isForStream, isStreamUnknown, moduleStream } from './distributions/module-streams.js';
import { laterRanges } from './later-ranges.js';
import type { RangeReader } from './range-reader.js';
import type { RangeRow } from './ranges.statements.js';
import { createMinorFixes, type IsFixedInMinor } from './distributions/redhat-minors.js';
import {
  resolveSources,
  type DecidingRank,
  type MatchVerdict,
  type RangeHit,
} from './resolve-sources.js';
import { isForSubscription, stateOnHost } from './distributions/ubuntu-pro.js';
import type { ResolvedTarget } from './lookup-target.js';

/** `readSummary` is called only when a summary is used. */
interface PackageMatcherDeps {
  ranges: RangeReader;
  origins: Origins;
  readSummary: ReadSummary;
}

/**
 * Matches packages with the data of their ecosystems, and those that another publisher built with the data about their
 * programs.
 */
export function createPackageMatcher(
  knowledge: Pick<Knowledge, 'generation' | 'snapshot'>,
  { ranges, origins, readSummary }: PackageMatcherDeps,
): Matcher['matchPackages'] {
  return (ecosystems, packages, requestedGeneration, maxMatches = Infinity) =>
    knowledge.snapshot(() => {
      ranges.refresh();
      const generation = requestedGeneration ?? knowledge.generation();
      const resolve = createTargetResolver(ranges, generation);
      const originsOf = packages.map((pkg) => origins.of(ecosystems, pkg, generation));
      const targets = packages.map((pkg, i) => {
        const order = versionOrderOf(pkg.format);
        const origin = originsOf[i] ?? null;
        const where = origin === null ? ecosystems : origin.ecosystems;
        return order === null || where === undefined ? [] : resolve(where, order, pkg);
      });
      const { findAffected, clear } = createRangeLookup(
        ranges,
        generation,
        targets.flat(),
        maxMatches,
      );
      const isFixedInMinor = createMinorFixes(ranges, generation);
      const data: MatchingData = { ranges, findAffected, isFixedInMinor, generation, readSummary };
      const matches = matchUpTo(maxMatches, packages, (pkg, i) => {
        const origin = originsOf[i] ?? null;
        return origin === null || origin.ecosystems !== undefined
          ? matchPackage(data, pkg, targets[i] ?? [])
          : origins.match(pkg, origin, generation);
      });
      clear(); // Kept matches must not keep all ranges that were read for them.
      return matches;
    });
}

function matchUpTo(
  maxMatches: number,
  packages: readonly MatchablePackage[],
  match: (pkg: MatchablePackage, index: number) => Match[] | null,
): Match[][] {
  const matches: Match[][] = [];
  let count = 0;
  for (const [i, pkg] of packages.entries()) {
    const found = match(pkg, i);
    count += found?.length ?? 0;
    if (found === null || count > maxMatches) break;
    matches.push(found);
  }
  return matches;
}

/** The data that the packages of one call are matched with. */
interface MatchingData {
  ranges: RangeReader;
  findAffected: FindAffectedRanges;
  isFixedInMinor: IsFixedInMinor;
  generation: number;
  readSummary: ReadSummary;
}

/** Null: there are too many ranges to read. */
function matchPackage(
  data: MatchingData,
  pkg: MatchablePackage,
  targets: readonly ResolvedTarget[],
): Match[] | null {
  const isNamed = ({ packageId, version }: ResolvedTarget): boolean =>
    packageId !== undefined &&
    data.ranges.fixedVersions(packageId, data.generation).includes(version);
  const lists = alternativesOf(targets, isNamed).map((some) => matchTargets(data, pkg, some));
  return lists.includes(null) ? null : mergeAlternatives(lists.map((list) => list ?? []));
}

function matchTargets(
  data: MatchingData,
  pkg: MatchablePackage,
  targets: readonly ResolvedTarget[],
): Match[] | null {
  const { ranges, generation, readSummary } = data;
  const order = versionOrderOf(pkg.format);
  if (order === null) return [];
  const found = targets.map((target, index) => findHits(data, order, pkg, target, index));
  if (found.includes(null)) return null;
  const hits = found.flatMap((some) => some?.hits ?? []);
  if (hits.length === 0) return [];
  const later = laterRanges(found.map((some) => some?.later ?? []));
  const decidingRank: DecidingRank = (index, vulnerability) => {
    const packageId = targets[index]?.packageId;
    return packageId === undefined
      ? null
      : ranges.decidingRank(packageId, vulnerability, generation);
  };
  const ecosystems = targets.map(({ target }) => target.ecosystem);
  const lowestRank = ranges.lowestRank(generation);
  return resolveSources(hits, { ecosystems, decidingRank, lowestRank })
    .filter((verdict) => !data.isFixedInMinor(pkg, verdict))
    .map((verdict) =>
      toMatch({ pkg, order, verdict, later: later(verdict) }, () =>
        readSummary(verdict.vulnerability, generation),
      ),
    );
}

/** The ranges of one target that contain the version of a package, and those that begin after it. */
interface TargetHits {
  hits: RangeHit[];
  later: RangeHit[];
}

const NO_HITS: TargetHits = { hits: [], later: [] };

function findHits(
  { ranges, findAffected }: MatchingData,
  order: VersionOrder,
  pkg: MatchablePackage,
  { target, packageId, version, key }: ResolvedTarget,
  targetIndex: number,
): TargetHits | null {
  const affected = packageId === undefined ? NO_RANGES : findAffected(packageId, key);
  if (affected === null) return null;
  if (affected.containing.length === 0) return NO_HITS;
  const stream = moduleStream(pkg);
  const build = { source: sourcePackageOf(pkg).name, version };
  const isOfBuild = (row: RangeRow): boolean =>
    isForSubscription(target, row) &&
    isForStream(row.module, stream, build, row.fixed) &&
    !isFixedBinary(order, pkg, row.conditions);
  const toHits = (rows: readonly RangeRow[]): RangeHit[] =>
    rows
      .filter(isOfBuild)
      .map((row) => ({ target, targetIndex, row, advisory: ranges.advisory(row.advisory_id) }));
  return { hits: toHits(affected.containing), later: toHits(affected.later) };
}

/** A package that is affected, and why. `later`: the ranges of the vulnerability that begin after its version. */
interface AffectedVerdict {
  pkg: MatchablePackage;
  order: VersionOrder;
  verdict: MatchVerdict;
  later: readonly RangeRow[];
}

function toMatch(affected: AffectedVerdict, readSummary: () => VulnerabilitySummary): Match {
  let summary: VulnerabilitySummary | undefined;
  const lazySummary = (): VulnerabilitySummary => {
    summary ??= readSummary();
    return summary;
  };
  return {
    fact: toFact(affected, lazySummary),
    get summary() {
      return lazySummary();
    },
  };
}

function toFact(
  { pkg, order, verdict, later }: AffectedVerdict,
  summary: () => VulnerabilitySummary,
): Fact {
  const { vulnerability, shown, others, advisories } = verdict;
  const { row, advisory, target } = shown;
  const source = sourcePackageOf(pkg);
  const isBySource =
    target.kind === 'source' && (source.name !== pkg.name || source.version !== pkg.version);
  return {
    origin: 'package',
    vulnerability_id: vulnerability,
    package: pkg.name,
    architecture: pkg.architecture,
    port: null,
    transport: null,
    installed_version: pkg.version,
    fixed_version: row.fixed === null ? null : (binaryFix(pkg.name, row.conditions) ?? row.fixed),
    severity: severityAmong([shown, ...others]) ?? cvssSeverity(summary().cvss_score) ?? 'unknown',
    confidence: confidenceOf(shown, pkg),
    advisory: advisory.name,
    advisory_url: advisory.url,
    feed: advisory.feed,
    basis: {
      order,
      scope: target.ecosystem,
      source: isBySource ? source.name : null,
      source_version: isBySource ? source.version : null,
      state: stateOnHost(target, row),
      format: pkg.format,
      ...(row.last_affected !== null && { last_affected: row.last_affected }),
      ...(row.hidden === 1 && { unimportant: true }),
      ...(later.length > 0 && furtherRanges(later, row.upper)),
      ...(advisories.length > 0 && { advisories }),
    },
  };
}

// The publisher's rating for this release, else its rating of the record, else its CVSS score.
function severityAmong(hits: readonly RangeHit[]): Fact['severity'] | null {
  const ratings = hits.map(({ row, advisory }) => row.severity ?? advisory.severity);
  const scores = hits.map(({ advisory }) =>
    advisory.vulnerabilities.length === 1 ? cvssSeverity(advisory.cvss_score) : null,
  );
  return [...ratings, ...scores].find((rating) => rating !== null && rating !== 'unknown') ?? null;
}

// A vulnerability that is not triaged may not affect this release; a module build of an unnamed stream may be of
// another.
const confidenceOf = ({ row }: RangeHit, pkg: MatchablePackage): FindingConfidence =>
  row.state === 'undetermined' || isStreamUnknown(row.module, pkg) ? 'possible' : 'confirmed';
