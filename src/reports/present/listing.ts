import { memoize, memoizeWeak } from '../../lib/memoize.js';
import type { Severity } from '../../knowledge/records.js';
import { severitiesAtLeast } from '../../vulnerabilities/severity.js';
import { computeRisk } from '../../vulnerabilities/risk/risk.js';
import type { ReportEntry, ReportFact, TaskDiff } from '../diff.js';
import type { VulnerabilityRow } from '../read/stored-rows.js';
import { parseScores, type EntryKind } from './entry-view.js';

/** Returns the risk of a fact, 0 to 100. */
export type RiskOf = (fact: Pick<ReportFact, 'vulnerability_id' | 'severity'>) => number;

/** The entries of a diff that a report lists, highest risk first. `hidden`: number of the others. */
export interface ListedEntries extends Record<EntryKind, ReportEntry[]> {
  hidden: number;
}

/** Creates the function. Each vulnerability is rated once for each severity. */
export function createRiskOf(vulnerabilities: ReadonlyMap<string, VulnerabilityRow>): RiskOf {
  const rate = memoize((severity: Severity) =>
    memoize((id: string) => {
      const row = vulnerabilities.get(id);
      return computeRisk({
        severity,
        cvss_score: row?.cvss_score ?? null,
        ...parseScores(row),
        exploitation: row?.exploitation ?? null,
      });
    }),
  );
  return ({ vulnerability_id, severity }) => rate(severity)(vulnerability_id);
}

const STEPS = 1000; // a risk has one decimal

/** Returns the entries by risk, highest first; entries of equal risk keep their order. */
function sortByRisk<T extends { fact: Parameters<RiskOf>[0] }>(
  entries: readonly T[],
  riskOf: RiskOf,
): T[] {
  const buckets: (T[] | undefined)[] = [];
  for (const entry of entries) {
    const step = STEPS - Math.round(riskOf(entry.fact) * 10);
    const bucket = buckets[step];
    if (bucket) bucket.push(entry);
    else buckets[step] = [entry];
  }
  return buckets.flatMap((bucket) => bucket ?? []);
}

/**
 * Creates the function that selects and orders the entries of a diff.
 * @param minSeverity less severe entries are hidden; null: none
 */
export function createListing(
  riskOf: RiskOf,
  minSeverity: Severity | null,
): (diff: TaskDiff) => ListedEntries {
  const severities = new Set(severitiesAtLeast(minSeverity ?? 'unknown'));
  const select = (entries: readonly ReportEntry[]): ReportEntry[] =>
    sortByRisk(
      minSeverity === null ? entries : entries.filter(({ fact }) => severities.has(fact.severity)),
      riskOf,
    );
  return memoizeWeak((diff) => {
    const listed = {
      new: select(diff.new),
      fixed: select(diff.fixed),
      changed: select(diff.changed),
    };
    const all = diff.new.length + diff.fixed.length + diff.changed.length;
    const shown = listed.new.length + listed.fixed.length + listed.changed.length;
    return { ...listed, hidden: all - shown };
  });
}
