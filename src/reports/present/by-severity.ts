import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import type { Entry } from '../diff.js';

/** The entries by severity, the worst first; those of one severity in the order they had. */
export function worstFirst(entries: readonly Entry[]): Entry[] {
  const buckets = new Map<string, Entry[]>(SEVERITIES.map((s) => [s, []]));
  for (const entry of entries) buckets.get(entry.fact.severity)?.push(entry);
  return [...buckets.values()].flat();
}

/** The worst severity among entries; null: there is none. */
export function worstOf(entries: readonly Entry[]): Severity | null {
  const there = new Set(entries.map((e) => e.fact.severity));
  return SEVERITIES.find((s) => there.has(s)) ?? null;
}
