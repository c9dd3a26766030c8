import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { isPreviewVersion } from '../../../knowledge/preview-version.js';
import { versionKey } from '../../../versions/keys.js';
import type { Fact, FindingConfidence, MatchableService, Match } from '../../facts.js';
import { cvssSeverity } from '../../severity.js';
import { createSummaryReader, type ReadSummary } from '../vulnerability-summary.js';
import type { ServiceCpe } from './cpe-name.js';
import { cpeSynonyms } from './cpe-synonyms.js';
import { prepareCpeRanges, type CpeRangeRow } from './services.statements.js';

/** Matches a CPE product with the ranges of upstream versions that are filed under its names. */
export type MatchByCpe = (
  service: MatchableService,
  cpe: ServiceCpe,
  version: string,
  confidence: FindingConfidence,
  generation: number,
) => Match[];

export function createCpeMatcher(knowledge: Pick<Knowledge, 'sqlite'>): MatchByCpe {
  const readSummary = createSummaryReader(knowledge);
  const ranges = prepareCpeRanges(knowledge.sqlite);
  return (service, cpe, version, confidence, generation) => {
    const findAffected = (text: string): CpeRangeRow[] => {
      const key = versionKey('generic', text);
      return cpeSynonyms(cpe.vendor, cpe.product)
        .flatMap((name) => ranges.all(`cpe:${cpe.part}`, name, key, key, generation, generation))
        .filter(
          ({ conditions }) =>
            conditions === null ||
            isPreviewVersion(version) ||
            !parseConditions(conditions).preview,
        );
    };
    const toMatches = (rows: readonly CpeRangeRow[], rangeConfidence: FindingConfidence): Match[] =>
      rows.flatMap((row) =>
        matchesOfRange(row, service, rangeConfidence, (id) => readSummary(id, generation)),
      );

    if (cpe.update === null) return firstOfEach(toMatches(findAffected(version), confidence));
    // "Up to and including 7.7" of a CPE includes 7.7p1: its update is another field. p1 is certain, since it is the
    // release itself. The record may not know about p2.
    const lastAffected = Buffer.concat([versionKey('generic', version), Buffer.from([0])]);
    const withUpdate = `${version}${/^p\d/.test(cpe.update) ? '' : '-'}${cpe.update}`;
    return firstOfEach([
      ...toMatches(findAffected(withUpdate), confidence),
      ...toMatches(
        findAffected(version).filter(({ upper }) => upper.equals(lastAffected)),
        cpe.update === 'p1' ? confidence : 'possible',
      ),
    ]);
  };
}

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

function matchesOfRange(
  row: CpeRangeRow,
  service: MatchableService,
  confidence: FindingConfidence,
  readSummary: (id: string) => ReturnType<ReadSummary>,
): Match[] {
  const ids =
    row.vulnerability === null
      ? (JSON.parse(row.vulnerabilities) as string[])
      : [row.vulnerability];
  return ids.map((id) => ({
    fact: toFact(id, row, service, confidence),
    summary: readSummary(id),
  }));
}

function toFact(
  vulnerability: string,
  row: CpeRangeRow,
  { port, transport, version }: MatchableService,
  confidence: FindingConfidence,
): Fact {
  // A scan cannot see which platform the service runs on.
  const isOnSomePlatforms =
    row.conditions !== null && (parseConditions(row.conditions).platform?.length ?? 0) > 0;
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
    },
  };
}

const parseConditions = (conditions: string): { platform?: unknown[]; preview?: boolean } =>
  JSON.parse(conditions) as { platform?: unknown[]; preview?: boolean };
