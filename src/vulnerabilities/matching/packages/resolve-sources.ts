import { compareText } from '../../../versions/order.js';
import type { Advisory } from './range-reader.js';
import type { RangeRow } from './ranges.statements.js';
import { isExtended } from './distributions/redhat-extended.js';
import type { LookupTarget } from './lookup-target.js';

/** A range that contains a package's version. */
export interface RangeHit {
  target: LookupTarget;
  /** the position of the target among those of the package: later ones belong to more specific ecosystems */
  targetIndex: number;
  row: RangeRow;
  advisory: Advisory;
}

/** The result of all records about one vulnerability. It does not depend on the order in which they were stored. */
export interface MatchVerdict {
  vulnerability: string;
  /** the hit that the finding is presented from */
  shown: RangeHit;
  others: RangeHit[];
  /** names of the other records */
  advisories: string[];
}

/**
 * Returns the lowest rank, below that of advisories, of a record about a vulnerability in a target (affected or not);
 * null without one.
 */
export type DecidingRank = (targetIndex: number, vulnerability: string) => number | null;

/** The inputs of the decision between the sources of one package. */
export interface SourceRules {
  /** the ecosystem of each target of the package, in the order of the host's */
  ecosystems: readonly string[];
  decidingRank: DecidingRank;
  /** the lowest rank that any record can have */
  lowestRank: number;
}

/**
 * Groups the hits of a package by vulnerability and decides about each. In one target the record with the lowest
 * rank decides; advisories only where there is no other record. Among the targets of one host, the most specific
 * one with a record of the vulnerability decides. Of the remaining hits the one with the highest fix is shown; no
 * fix counts as the highest. Hits that do not decide only add the names of their records.
 */
export function resolveSources(hits: readonly RangeHit[], rules: SourceRules): MatchVerdict[] {
  const byVulnerability = new Map<string, RangeHit[]>();
  for (const hit of hits) {
    const { vulnerability } = hit.row;
    for (const id of vulnerability === null ? hit.advisory.vulnerabilities : [vulnerability]) {
      const others = byVulnerability.get(id);
      if (others) others.push(hit);
      else byVulnerability.set(id, [hit]);
    }
  }
  return [...byVulnerability].flatMap(([vulnerability, all]) =>
    resolveVulnerability(vulnerability, all, rules),
  );
}

function resolveVulnerability(
  vulnerability: string,
  hits: RangeHit[],
  rules: SourceRules,
): MatchVerdict[] {
  const valid = hits.filter((hit) => !isOverruled(hit, vulnerability, rules));
  const extended = valid.filter(({ target }) => isExtended(target.ecosystem));
  const deciding = extended.length > 0 ? extended : valid; // a host of extended support gets the fixes of that
  const [first] = deciding;
  if (first === undefined) return [];
  const shown = deciding.reduce((best, hit) => (isHigher(hit, best) ? hit : best), first);
  const others = hits
    .filter((hit) => hit !== shown)
    .sort((a, b) => compareText(a.advisory.name, b.advisory.name));
  const advisories = [...new Set(others.map((hit) => hit.advisory.name))].filter(
    (name) => name !== shown.advisory.name,
  );
  return [{ vulnerability, shown, others, advisories }];
}

// The name decides last, so that the same data always selects the same record.
function isHigher(a: RangeHit, b: RangeHit): boolean {
  const order =
    Buffer.compare(a.row.upper, b.row.upper) ||
    b.row.rank - a.row.rank ||
    b.targetIndex - a.targetIndex;
  return order === 0 ? a.advisory.name < b.advisory.name : order > 0;
}

function isOverruled(
  { targetIndex, row }: RangeHit,
  vulnerability: string,
  { ecosystems, decidingRank, lowestRank }: SourceRules,
): boolean {
  if (row.rank > lowestRank && (decidingRank(targetIndex, vulnerability) ?? row.rank) < row.rank)
    return true;
  for (let other = targetIndex + 1; other < ecosystems.length; other += 1) {
    if (
      ecosystems[other] !== ecosystems[targetIndex] &&
      decidingRank(other, vulnerability) !== null
    )
      return true;
  }
  return false;
}
