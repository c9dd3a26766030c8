import { publisherSeverity, maxSeverity } from './severities.js';
import type { Severity } from '../../knowledge/records.js';
import { asArray, asObject, asText, type Json } from './coerce.js';

/** All entries `{type, score}` of a record: its own, else those of its packages, else those that Ubuntu's notices tell of each CVE. */
function severityEntries(record: Json): readonly Json[] {
  if (asArray(record.severity).length > 0) return asArray(record.severity).map(asObject);
  const affected = asArray(record.affected).slice(0, 1000).map(asObject);
  if (
    !affected.some(
      ({ severity, database_specific }) =>
        severity !== undefined || database_specific !== undefined,
    )
  )
    return [];
  const own = affected.flatMap((entry) => asArray(entry.severity));
  if (own.length > 0) return own.map(asObject);
  const maps = affected.map((entry) => asObject(asObject(entry.database_specific).cves_map));
  return maps
    .flatMap((map) => asArray(map.cves))
    .flatMap((cve) => asArray(asObject(cve).severity))
    .map(asObject);
}

/** The CVSS vectors of a record. */
export const vectorsOf = (record: Json): string[] =>
  severityEntries(record)
    .filter(({ type }) => asText(type).startsWith('CVSS_V'))
    .map(({ score }) => asText(score))
    .filter((vector) => vector !== '');

/** Ubuntu's own words: the worst of those that a record or its CVEs have. */
export const ubuntuSeverity = (record: Json): Severity | null =>
  maxSeverity(
    severityEntries(record)
      .filter(({ type }) => type === 'Ubuntu')
      .map(({ score }) => publisherSeverity(asText(score)))
      .filter((severity) => severity !== null),
  );

/** The word that summaries of Red Hat and its rebuilds begin with (`Important: …`), or end with (`… (Important)`). */
export function summarySeverity(record: Json): Severity | null {
  const [, first, last] = /^(\w+):|\((\w+)\)\s*$/.exec(asText(record.summary).slice(0, 500)) ?? [];
  return publisherSeverity(first ?? last ?? '') ?? trailingSeverity(asText(record.summary));
}

const trailingSeverity = (summary: string): Severity | null =>
  publisherSeverity(/\((\w+)\)\s*$/.exec(summary.slice(0, 500))?.[1] ?? '');
