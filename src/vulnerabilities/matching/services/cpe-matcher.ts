import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { isPreviewVersion } from '../../../knowledge/preview-version.js';
import type { FeedName, RangeState, Severity } from '../../../knowledge/records.js';
import { versionKey } from '../../../versions/keys.js';
import type { FindingConfidence, MatchableService, Match } from '../../facts.js';
import { createSummaryReader, type ReadSummary } from '../vulnerability-summary.js';
import { cvssSeverity } from '../../severity.js';
import type { ServiceCpe } from './cpe-name.js';
import { cpeSynonyms } from './cpe-synonyms.js';

interface Row {
  upper: Buffer;
  vulnerability: string | null;
  fixed: string | null;
  state: RangeState;
  hidden: number;
  range_severity: Severity | null;
  conditions: string | null;
  scope: string;
  feed: FeedName;
  name: string;
  place: string;
  vulnerabilities: string;
  severity: Severity | null;
  cvss_score: number | null;
  url: string | null;
}

/** Judges a product of the CPE dictionary by the ranges of upstream versions that are filed under its names. */
export type MatchByCpe = (
  service: MatchableService,
  cpe: ServiceCpe,
  version: string,
  confidence: FindingConfidence,
  generation: number,
) => Match[];

export function createCpeMatcher(knowledge: Pick<Knowledge, 'sqlite'>): MatchByCpe {
  const { sqlite } = knowledge;
  const readNote = createSummaryReader(knowledge);
  const affected = sqlite.prepare<[string, string, Buffer, Buffer, number, number], Row>(`
    SELECT r.upper, r.vulnerability, r.fixed, r.state, r.hidden, r.severity AS range_severity, r.conditions, p.scope, p.name AS place,
      a.feed, a.name, a.vulnerabilities, a.severity, a.cvss_score, a.url
    FROM places p JOIN ranges r ON r.place_id = p.id JOIN advisories a ON a.id = r.advisory_id
    WHERE p.scope = ? AND p.kind = 'cpe' AND p.name = ? AND r.upper > ? AND r.lower <= ? AND r.since <= ? AND r."until" > ?
    ORDER BY r.conditions IS NOT NULL, r.id`);
  return (service, cpe, version, confidence, generation) => {
    const affecting = (text: string): Row[] => {
      const key = versionKey('generic', text);
      return cpeSynonyms(cpe.vendor, cpe.product)
        .flatMap((name) => affected.all(`cpe:${cpe.part}`, name, key, key, generation, generation))
        .filter(
          ({ conditions }) =>
            conditions === null || isPreviewVersion(version) || !holds(conditions).preview,
        );
    };
    const judged = (rows: readonly Row[], sure: FindingConfidence): Match[] =>
      rows.flatMap((row) => judgementsOf(row, service, sure, (id) => readNote(id, generation)));
    if (cpe.update === null) return firstOfEach(judged(affecting(version), confidence));
    // "up to and with 7.7" of a CPE means 7.7p1 too: its update is another field. That p1 is the release itself is sure, of p2 the record may not know.
    const ends = affecting(version).filter(({ upper }) =>
      upper.equals(Buffer.concat([versionKey('generic', version), Buffer.from([0])])),
    );
    return firstOfEach([
      ...judged(
        affecting(`${version}${/^p\d/.test(cpe.update) ? '' : '-'}${cpe.update}`),
        confidence,
      ),
      ...judged(ends, cpe.update === 'p1' ? confidence : 'possible'),
    ]);
  };
}

/** One for each vulnerability: one that holds everywhere stands before one that holds on some platforms. */
function firstOfEach(judgements: readonly Match[]): Match[] {
  const found = new Map<string, Match>();
  for (const judgement of judgements) {
    const before = found.get(judgement.fact.vulnerability_id);
    if (
      before === undefined ||
      (before.fact.confidence === 'possible' && judgement.fact.confidence !== 'possible')
    )
      found.set(judgement.fact.vulnerability_id, judgement);
  }
  return [...found.values()];
}

function judgementsOf(
  row: Row,
  service: MatchableService,
  confidence: FindingConfidence,
  noteOf: (id: string) => ReturnType<ReadSummary>,
): Match[] {
  const ids =
    row.vulnerability === null
      ? (JSON.parse(row.vulnerabilities) as string[])
      : [row.vulnerability];
  const onSome = row.conditions !== null && (holds(row.conditions).platform?.length ?? 0) > 0; // which system the service runs on is not seen from outside
  return ids.map((id) => ({
    fact: {
      origin: 'service',
      vulnerability_id: id,
      package: null,
      architecture: null,
      port: service.port,
      transport: service.transport,
      installed_version: service.version,
      fixed_version: row.fixed,
      severity: row.range_severity ?? row.severity ?? cvssSeverity(row.cvss_score) ?? 'unknown',
      confidence: onSome ? 'possible' : confidence,
      advisory: row.name,
      advisory_url: row.url,
      feed: row.feed,
      basis: {
        order: 'generic',
        scope: row.scope,
        source: row.place,
        source_version: null,
        state: row.state,
        format: null,
        ...(row.hidden === 1 && { unimportant: true }),
        ...(onSome && { on_some_platforms: true }),
      },
    },
    summary: noteOf(id),
  }));
}

const holds = (conditions: string): { platform?: unknown[]; preview?: boolean } =>
  JSON.parse(conditions) as { platform?: unknown[]; preview?: boolean };
