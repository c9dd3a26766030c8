import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import type { ReportEntry } from '../diff.js';

/** Returns the entries by severity, most severe first; entries of one severity keep their order. */
export function sortBySeverity(entries: readonly ReportEntry[]): ReportEntry[] {
  const buckets = new Map<string, ReportEntry[]>(SEVERITIES.map((s) => [s, []]));
  for (const entry of entries) buckets.get(entry.fact.severity)?.push(entry);
  return [...buckets.values()].flat();
}

/** Returns the highest severity among entries; null if there are none. */
export function maxEntrySeverity(entries: readonly ReportEntry[]): Severity | null {
  const present = new Set(entries.map((e) => e.fact.severity));
  return SEVERITIES.find((s) => present.has(s)) ?? null;
}
