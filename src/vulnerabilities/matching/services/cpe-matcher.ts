import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { isPreviewVersion } from '../../../knowledge/preview-version.js';
import { append } from '../../../lib/collections.js';
import { memoize } from '../../../lib/memoize.js';
import type { RecordRange } from '../../../knowledge/records.js';
import { versionKey } from '../../../versions/keys.js';
import type { Fact, FindingConfidence, MatchableService, Match } from '../../facts.js';
import { furtherRanges } from '../further-ranges.js';
import { cvssSeverity } from '../../severity.js';
import { createSummaryReader } from '../vulnerability-summary.js';
import type { ServiceCpe } from './cpe-name.js';
import { cpeSynonyms } from './cpe-synonyms.js';
import { platformsOnLinux } from './platforms.js';
import { prepareCpeRanges, type CpeRangeRow } from './services.statements.js';

/** Matches a CPE product with the ranges of upstream versions that are filed under its names. */
export type MatchByCpe = (
  service: MatchableService,
  cpe: ServiceCpe,
  version: string,
  confidence: FindingConfidence,
  generation: number,
) => Match[];

/**
 * @param options `system`: the system that all services run on; default: a scan cannot see it. `scopeOf`: returns the
 *   scope of a part of CPE names (`a`); default: that of NVD
 */
export function createCpeMatcher(
  knowledge: Pick<Knowledge, 'sqlite'>,
  {
    system,
    scopeOf = (part) => `cpe:${part}`,
  }: { system?: 'linux'; scopeOf?: (part: string) => string } = {},
): MatchByCpe {
  const readSummary = createSummaryReader(knowledge);
  const ranges = prepareCpeRanges(knowledge.sqlite);
  const platformsOf = ({ conditions }: CpeRangeRow): readonly string[] | null => {
    const platform = conditions === null ? [] : (parseConditions(conditions).platform ?? []);
    return system === undefined ? platform : platformsOnLinux(platform);
  };
  return (service, cpe, version, confidence, generation) => {
    /** The ranges that end after a version. */
    const findRanges = (text: string): EndingRanges => {
      const key = versionKey('generic', text);
      const rows = cpeSynonyms(cpe.vendor, cpe.product)
        .flatMap((name) => ranges.all(scopeOf(cpe.part), name, key, generation, generation))
        .filter((row) => platformsOf(row) !== null && isOfLine(row, text))
        .filter(
          ({ conditions }) =>
            conditions === null ||
            isPreviewVersion(version) ||
            !parseConditions(conditions).preview,
        );
      return { rows, containing: rows.filter(({ lower }) => lower.compare(key) <= 0) };
    };
    const toMatches = (
      { rows, containing }: EndingRanges,
      rangeConfidence: FindingConfidence,
    ): Match[] => {
      const rangesOf = memoize(() => byVulnerability(rows));
      return containing.flatMap((row) =>
        vulnerabilitiesOf(row).map((id): Match => ({
          fact: toFact(id, row, service, {
            confidence: rangeConfidence,
            ranges: rangesOf(null).get(id) ?? [],
            platforms: platformsOf(row) ?? [],
          }),
          summary: readSummary(id, generation),
        })),
      );
    };

    if (cpe.update === null) return firstOfEach(toMatches(findRanges(version), confidence));
    // "Up to and including 7.7" of a CPE includes 7.7p1: its update is another field. p1 is certain, since it is the
    // release itself. The record may not know about p2.
    const lastAffected = Buffer.concat([versionKey('generic', version), Buffer.from([0])]);
    const withUpdate = `${version}${/^p\d/.test(cpe.update) ? '' : '-'}${cpe.update}`;
    const { rows, containing } = findRanges(version);
    return firstOfEach([
      ...toMatches(findRanges(withUpdate), confidence),
      ...toMatches(
        { rows, containing: containing.filter(({ upper }) => upper.equals(lastAffected)) },
        cpe.update === 'p1' ? confidence : 'possible',
      ),
    ]);
  };
}

/**
 * Whether a range is about the line of a version. Jenkins has two, and each record lists both: `2.426.3` of the
 * long-term line contains the fix of the weekly `2.442`.
 */
function isOfLine({ product, fixed, last_affected }: CpeRangeRow, version: string): boolean {
  if (product !== 'jenkins:jenkins') return true;
  const end = fixed ?? last_affected;
  return end === null || end.split('.').length > 2 || version.split('.').length < 3;
}

/** The ranges of a product that end after a version, and those of them that contain it. */
interface EndingRanges {
  rows: readonly CpeRangeRow[];
  containing: readonly CpeRangeRow[];
}

function byVulnerability(rows: readonly CpeRangeRow[]): Map<string, CpeRangeRow[]> {
  const found = new Map<string, CpeRangeRow[]>();
  for (const row of rows) for (const id of vulnerabilitiesOf(row)) append(found, id, row);
  return found;
}

const vulnerabilitiesOf = ({ vulnerability, vulnerabilities }: CpeRangeRow): string[] =>
  vulnerability === null ? (JSON.parse(vulnerabilities) as string[]) : [vulnerability];

/** Returns one match for each vulnerability: one that applies everywhere before one that applies on some platforms. */
function firstOfEach(matches: readonly Match[]): Match[] {
  const found = new Map<string, Match>();
  for (const match of matches) {
    const before = found.get(match.fact.vulnerability_id);
    if (
      before === undefined ||
      (before.fact.confidence === 'possible' && match.fact.confidence !== 'possible')
    )
      found.set(match.fact.vulnerability_id, match);
  }
  return [...found.values()];
}

/** `ranges`: those of the vulnerability; `platforms`: where the matched one applies, and this one may not be. */
interface RangeContext {
  confidence: FindingConfidence;
  ranges: readonly CpeRangeRow[];
  platforms: readonly string[];
}

function toFact(
  vulnerability: string,
  row: CpeRangeRow,
  { port, transport, version, product }: MatchableService,
  { confidence, ranges, platforms }: RangeContext,
): Fact {
  const { cna } = parseConditions(row.conditions ?? '{}');
  const isOnSomePlatforms = platforms.length > 0;
  return {
    origin: 'service',
    vulnerability_id: vulnerability,
    package: null,
    architecture: null,
    port,
    transport,
    installed_version: version,
    fixed_version: row.fixed,
    severity: row.range_severity ?? row.severity ?? cvssSeverity(row.cvss_score) ?? 'unknown',
    confidence: isOnSomePlatforms ? 'possible' : confidence,
    advisory: row.name,
    advisory_url: row.url,
    feed: row.feed,
    basis: {
      order: 'generic',
      scope: row.ecosystem,
      source: row.product,
      source_version: null,
      state: row.state,
      format: null,
      ...(row.last_affected !== null && { last_affected: row.last_affected }),
      ...(row.hidden === 1 && { unimportant: true }),
      ...(isOnSomePlatforms && { on_some_platforms: true }),
      ...(product !== null && { program: product }),
      ...furtherRanges(ranges, row.upper),
      ...(cna !== undefined && { cna }),
    },
  };
}

type CpeConditions = Pick<NonNullable<RecordRange['conditions']>, 'platform' | 'preview' | 'cna'>;

const parseConditions = (conditions: string): CpeConditions =>
  JSON.parse(conditions) as CpeConditions;
