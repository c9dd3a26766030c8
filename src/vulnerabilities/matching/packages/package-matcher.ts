import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { VersionOrder } from '../../../knowledge/records.js';
import { versionKey } from '../../../versions/keys.js';
import type { Fact, FindingConfidence, Matcher, MatchablePackage, Match } from '../../facts.js';
import type { ReadSummary } from '../vulnerability-summary.js';
import { cvssSeverity } from '../../severity.js';
import { resolveSources, type RangeHit, type MatchVerdict } from './resolve-sources.js';
import {
  createRangeLookup,
  createTargetResolver,
  type FindAffectedRanges,
  type ResolvedTarget,
} from './affected-ranges.js';
import { createRangeReader, type RangeReader } from './range-reader.js';
import {
  isForStream,
  versionOrderOf,
  sourcePackageOf,
  moduleStream,
  upstreamOf,
} from './lookup-targets.js';

/** Judges packages by the data of releases. @param notes what is known of a vulnerability, read only when somebody wants it */
export function createPackageMatcher(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation' | 'snapshot'>,
  notes: ReadSummary,
): Matcher['matchPackages'] {
  const rows = createRangeReader(knowledge);
  return (scopes, packages, generation) =>
    knowledge.snapshot(() => {
      rows.refresh();
      const at = generation ?? knowledge.generation();
      const place = createTargetResolver(rows, at);
      const placed = packages.map((pkg) => placedIn(place, scopes, pkg));
      const { affected, forget } = createRangeLookup(rows, at, placed.flat());
      const reading: Reading = { rows, affected, generation: at, notes };
      const judged = packages.map((pkg, n) => judgeOne(reading, pkg, placed[n] ?? []));
      forget(); // judgements that somebody keeps must not keep all that was read for them
      return judged;
    });
}

function placedIn(
  place: ReturnType<typeof createTargetResolver>,
  scopes: readonly string[],
  pkg: MatchablePackage,
): ResolvedTarget[] {
  const order = versionOrderOf(pkg.format);
  return order === null ? [] : place(scopes, order, pkg);
}

/** What the packages of one question are judged from. */
interface Reading {
  rows: RangeReader;
  affected: FindAffectedRanges;
  generation: number;
  notes: ReadSummary;
}

function judgeOne(
  reading: Reading,
  pkg: MatchablePackage,
  placed: readonly ResolvedTarget[],
): Match[] {
  const { rows, generation, notes } = reading;
  const order = versionOrderOf(pkg.format);
  if (order === null) return [];
  const hits = placed.flatMap((one, number) => hitsAt(reading, order, pkg, one, number));
  if (hits.length === 0) return [];
  const decidedBy = (number: number, vulnerability: string): number | null => {
    const place = placed[number]?.packageId;
    return place === undefined ? null : rows.decidingRank(place, vulnerability, generation);
  };
  return resolveSources(
    hits,
    placed.map(({ target }) => target.ecosystem),
    decidedBy,
    rows.lowestRank(generation),
  ).map((verdict) =>
    judgementOf(pkg, order, verdict, () => notes(verdict.vulnerability, generation)),
  );
}

function hitsAt(
  { rows, affected }: Reading,
  order: VersionOrder,
  pkg: MatchablePackage,
  { target, packageId: place, version, key }: ResolvedTarget,
  number: number,
): RangeHit[] {
  const ranges = place === undefined ? [] : affected(place, key);
  if (ranges.length === 0) return [];
  const stream = moduleStream(pkg);
  return ranges
    .filter(
      (row) =>
        isForStream(
          row.module,
          stream,
          () => row.fixed !== null && upstreamOf(row.fixed) === upstreamOf(version),
        ) && !isMendedBinary(order, pkg, row.conditions),
    )
    .map((row) => ({ target, targetIndex: number, row, advisory: rows.advisory(row.advisory_id) }));
}

/** Ubuntu tells for each binary package in which version it is mended, which need not be that of its source. */
function isMendedBinary(
  order: VersionOrder,
  { name, version }: MatchablePackage,
  conditions: string | null,
): boolean {
  const fixed = binaryFix(name, conditions);
  return (
    fixed !== null && Buffer.compare(versionKey(order, version), versionKey(order, fixed)) >= 0
  );
}

function binaryFix(name: string, conditions: string | null): string | null {
  if (conditions === null) return null;
  const { binaries } = JSON.parse(conditions) as { binaries?: Record<string, string | null> };
  return binaries !== undefined && Object.hasOwn(binaries, name) ? (binaries[name] ?? null) : null;
}

function judgementOf(
  pkg: MatchablePackage,
  order: VersionOrder,
  verdict: MatchVerdict,
  note: () => Match['summary'],
): Match {
  let read: Match['summary'] | undefined;
  const lazy = (): Match['summary'] => (read ??= note());
  return {
    fact: factOf(pkg, order, verdict, lazy),
    get summary() {
      return lazy();
    },
  };
}

function factOf(
  pkg: MatchablePackage,
  order: VersionOrder,
  { vulnerability, shown, others, advisories }: MatchVerdict,
  note: () => Match['summary'],
): Fact {
  const { row, advisory, target } = shown;
  const source = sourcePackageOf(pkg);
  const isSource =
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
    severity: severityAmong([shown, ...others]) ?? cvssSeverity(note().cvss_score) ?? 'unknown',
    confidence: confidenceOf(shown),
    advisory: advisory.name,
    advisory_url: advisory.url,
    feed: advisory.feed,
    basis: {
      order,
      scope: target.ecosystem,
      source: isSource ? source.name : null,
      source_version: isSource ? source.version : null,
      state: row.state,
      format: pkg.format,
      ...(row.hidden === 1 && { unimportant: true }),
      ...(advisories.length > 0 && { advisories }),
    },
  };
}

// The distribution's word for this release, then its word for the record; then its score of it.
function severityAmong(hits: readonly RangeHit[]): Fact['severity'] | null {
  const words = hits.map(({ row, advisory }) => row.severity ?? advisory.severity);
  const scores = hits.map(({ advisory }) =>
    advisory.vulnerabilities.length === 1 ? cvssSeverity(advisory.cvss_score) : null,
  );
  return [...words, ...scores].find((word) => word !== null && word !== 'unknown') ?? null;
}

// A flaw that nobody has looked at may not be one here; a module build whose stream is not told may be of another.
const confidenceOf = ({ row }: RangeHit): FindingConfidence =>
  row.state === 'undetermined' || row.module === '*' ? 'possible' : 'confirmed';
