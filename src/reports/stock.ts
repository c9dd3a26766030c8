import type { JudgedPackage } from '../vulnerabilities/facts.js';
import type { Accepted } from './acceptances.js';
import { SEVERITIES, type ReportFact } from './diff.js';

/** A set of facts as results name it, without those that are hidden, and what can be told of it once for all hosts that have it. */
export interface FactSet {
  /** numbers of facts, ascending */
  numbers: readonly number[];
  /** how many findings they are: two versions of one package with the same vulnerability are one */
  findings: number;
  /** open ones by severity, in the order of SEVERITIES */
  severities: readonly number[];
  /** those whose vulnerability somebody accepted at some time, somewhere */
  concerned: readonly ReportFact[];
}

/** What results point to. All of it answers at once; `facts` holds every fact of every set. */
export interface Stock {
  facts: ReadonlyMap<number, ReportFact>;
  set(id: number): FactSet;
  /** the packages that a host had */
  packages(stateId: number): readonly JudgedPackage[];
  isEmpty(stateId: number): boolean;
  /** the version of a feed that a generation of the knowledge had; null: none, or no longer known */
  feedVersion(feed: string, generation: number): string | null;
}

/** @param numbers ascending; facts that are not in `facts` are hidden ones */
export function factSet(numbers: readonly number[], facts: ReadonlyMap<number, ReportFact>, accepted: Accepted): FactSet {
  const known = numbers.map((n) => facts.get(n)).filter((f) => f !== undefined);
  const firsts = new Map<number, ReportFact>();
  for (const fact of known) if (!firsts.has(fact.identity)) firsts.set(fact.identity, fact);
  const severities = SEVERITIES.map(() => 0);
  for (const fact of firsts.values()) {
    const at = SEVERITIES.indexOf(fact.severity);
    severities[at] = (severities[at] ?? 0) + 1;
  }
  return { numbers: known.map((f) => f.id), findings: firsts.size, severities, concerned: known.filter((f) => accepted.isConcerned(f.vulnerability_id)) };
}
