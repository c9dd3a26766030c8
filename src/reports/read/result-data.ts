import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { ReportFact } from '../diff.js';

/** Facts by their numbers. */
export interface FactIndex {
  /** facts of one vulnerability in one place have one; -1: it is hidden */
  identityOf(number: number): number;
  /** its place in SEVERITIES */
  severityOf(number: number): number;
  /** the whole of it; undefined: it is hidden */
  get(number: number): ReportFact | undefined;
  /** the numbers of all facts that name one of these */
  ofVulnerabilities(ids: readonly string[]): ReadonlySet<number>;
}

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

/** What results point to. `facts` knows every fact of every set. */
export interface ResultData {
  facts: FactIndex;
  set(id: number): FactSet;
  /** the packages that a host had */
  packages(stateId: number): readonly MatchablePackage[];
  isEmpty(stateId: number): boolean;
  /** the version of a feed that a generation of the knowledge had; null: none, or no longer known */
  feedVersion(feed: string, generation: number): string | null;
  /** whether a feed was emptied after a generation of the knowledge, and by a later one */
  wasEmptied(from: number, to: number): boolean;
  /** whether a generation of the knowledge says anything about packages of one of these releases (JSON) */
  hasData(scopes: string, generation: number): boolean;
}

/** @param numbers ascending; @param concerned facts whose vulnerability somebody accepted at some time */
export function factSet(
  numbers: readonly number[],
  facts: FactIndex,
  concerned: ReadonlySet<number>,
): FactSet {
  const known: number[] = [];
  const identities = new Set<number>();
  const severities = SEVERITIES.map(() => 0);
  for (const number of numbers) {
    const identity = facts.identityOf(number);
    if (identity < 0) continue;
    known.push(number);
    if (identities.has(identity)) continue;
    identities.add(identity);
    const at = facts.severityOf(number);
    severities[at] = (severities[at] ?? 0) + 1;
  }
  const some =
    concerned.size === 0
      ? []
      : known
          .filter((n) => concerned.has(n))
          .map((n) => facts.get(n))
          .filter((f) => f !== undefined);
  return { numbers: known, findings: identities.size, severities, concerned: some };
}
