import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import type { ReportEntry } from '../diff.js';

/** The entries by severity, the worst first; those of one severity in the order they had. */
export function sortBySeverity(entries: readonly ReportEntry[]): ReportEntry[] {
  const buckets = new Map<string, ReportEntry[]>(SEVERITIES.map((s) => [s, []]));
  for (const entry of entries) buckets.get(entry.fact.severity)?.push(entry);
  return [...buckets.values()].flat();
}

/** The worst severity among entries; null: there is none. */
export function maxEntrySeverity(entries: readonly ReportEntry[]): Severity | null {
  const there = new Set(entries.map((e) => e.fact.severity));
  return SEVERITIES.find((s) => there.has(s)) ?? null;
}
