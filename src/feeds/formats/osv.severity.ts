import type { Severity } from '../../knowledge/records.js';
import { asArray, asObject, asText, type Json } from './coerce.js';
import { maxSeverity, publisherSeverity } from './severities.js';

/**
 * Returns the entries `{type, score}` of a record: its own, otherwise those of its packages, otherwise those of the
 * CVEs in Ubuntu's notices.
 */
function severityEntries(record: Json): readonly Json[] {
  const own = asArray(record.severity);
  if (own.length > 0) return own.map(asObject);
  const affected = asArray(record.affected).slice(0, 1000).map(asObject);
  const hasSeverities = affected.some(
    ({ severity, database_specific: specific }) => severity !== undefined || specific !== undefined,
  );
  if (!hasSeverities) return [];
  const ofPackages = affected.flatMap((entry) => asArray(entry.severity));
  if (ofPackages.length > 0) return ofPackages.map(asObject);
  return affected
    .map((entry) => asObject(asObject(entry.database_specific).cves_map))
    .flatMap((map) => asArray(map.cves))
    .flatMap((cve) => asArray(asObject(cve).severity))
    .map(asObject);
}

/** Returns the CVSS vectors of a record. */
export const vectorsOf = (record: Json): string[] =>
  severityEntries(record)
    .filter(({ type }) => asText(type).startsWith('CVSS_V'))
    .map(({ score }) => asText(score))
    .filter((vector) => vector !== '');

/** Returns Ubuntu's own rating: the highest of a record or its CVEs. */
export const ubuntuSeverity = (record: Json): Severity | null =>
  maxSeverity(
    severityEntries(record)
      .filter(({ type }) => type === 'Ubuntu')
      .map(({ score }) => publisherSeverity(asText(score)))
      .filter((severity) => severity !== null),
  );

/**
 * Returns the severity at the start (`Important: …`) or the end (`… (Important)`) of a summary of Red Hat and its
 * rebuilds.
 */
export function summarySeverity(record: Json): Severity | null {
  const summary = asText(record.summary).slice(0, 500);
  const [, first, last] = /^(\w+):|\((\w+)\)\s*$/.exec(summary) ?? [];
  return publisherSeverity(first ?? last ?? '') ?? trailingSeverity(summary);
}

const trailingSeverity = (summary: string): Severity | null =>
  publisherSeverity(/\((\w+)\)\s*$/.exec(summary)?.[1] ?? '');
