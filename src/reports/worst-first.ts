import { SEVERITIES } from '../knowledge/records.js';
import type { Entry } from './diff.js';

/** The entries by severity, the worst first; those of one severity in the order they had. */
export function worstFirst(entries: readonly Entry[]): Entry[] {
  const buckets = new Map<string, Entry[]>(SEVERITIES.map((s) => [s, []]));
  for (const entry of entries) buckets.get(entry.fact.severity)?.push(entry);
  return [...buckets.values()].flat();
}
