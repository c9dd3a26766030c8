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
  const known: number[] = [];
  const concerned: ReportFact[] = [];
  const identities = new Set<number>();
  const severities = SEVERITIES.map(() => 0);
  for (const number of numbers) {
    const fact = facts.get(number);
    if (!fact) continue;
    known.push(number);
    if (accepted.isConcerned(fact.vulnerability_id)) concerned.push(fact);
    if (identities.has(fact.identity)) continue;
    identities.add(fact.identity);
    const at = SEVERITIES.indexOf(fact.severity);
    severities[at] = (severities[at] ?? 0) + 1;
  }
  return { numbers: known, findings: identities.size, severities, concerned };
}
