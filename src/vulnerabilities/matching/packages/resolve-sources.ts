import { compareText } from '../../../versions/order.js';
import type { Advisory, RangeRow } from './range-reader.js';
import type { LookupTarget } from './lookup-targets.js';

/** A range that a package lies in, where it was found. `place` counts the targets of the package: later ones are of more specific releases. */
export interface RangeHit {
  target: LookupTarget;
  targetIndex: number;
  row: RangeRow;
  advisory: Advisory;
}

/** What the records come to about one vulnerability: the one that is shown, and others that speak of it, by their names, whatever order they were stored in. */
export interface MatchVerdict {
  vulnerability: string;
  shown: RangeHit;
  others: RangeHit[];
  advisories: string[];
}

/** @returns the lowest rank below that of advisories that speaks of a vulnerability in the place of this number (affected or not); null: none does */
export type DecidingRank = (place: number, vulnerability: string) => number | null;

/**
 * Folds the ranges that a package lies in by vulnerability. In one place the lowest rank decides, advisories only where nobody else speaks; in several places of one host the
 * most specific one that has a record of the vulnerability itself. Of what is left the highest fix is shown; no fix is higher than any. What does not decide only adds its name.
 * @param scopeOf the release of each place that the package was looked up in, in the order of the host's
 * @param lowest the lowest rank that anybody can speak at
 */
export function resolveSources(
  hits: readonly RangeHit[],
  scopeOf: readonly string[],
  decidedBy: DecidingRank,
  lowest: number,
): MatchVerdict[] {
  const byVulnerability = new Map<string, RangeHit[]>();
  for (const hit of hits) {
    for (const vulnerability of hit.row.vulnerability === null
      ? hit.advisory.vulnerabilities
      : [hit.row.vulnerability]) {
      const others = byVulnerability.get(vulnerability);
      if (others) others.push(hit);
      else byVulnerability.set(vulnerability, [hit]);
    }
  }
  return [...byVulnerability].flatMap(([vulnerability, all]) =>
    verdictOf(vulnerability, all, (hit) =>
      isOverruled(hit, vulnerability, scopeOf, decidedBy, lowest),
    ),
  );
}

function verdictOf(
  vulnerability: string,
  hits: RangeHit[],
  overruled: (hit: RangeHit) => boolean,
): MatchVerdict[] {
  const deciding = hits.filter((hit) => !overruled(hit));
  const [first] = deciding;
  if (first === undefined) return [];
  const shown = deciding.reduce((best, hit) => (isAbove(hit, best) ? hit : best), first);
  const others = hits
    .filter((hit) => hit !== shown)
    .sort((a, b) => compareText(a.advisory.name, b.advisory.name));
  const advisories = [...new Set(others.map((hit) => hit.advisory.name))].filter(
    (name) => name !== shown.advisory.name,
  );
  return [{ vulnerability, shown, others, advisories }];
}

// The name decides where nothing else does, so that the same data always show the same record.
function isAbove(a: RangeHit, b: RangeHit): boolean {
  const order =
    Buffer.compare(a.row.upper, b.row.upper) ||
    b.row.rank - a.row.rank ||
    b.targetIndex - a.targetIndex;
  return order === 0 ? a.advisory.name < b.advisory.name : order > 0;
}

function isOverruled(
  { targetIndex: place, row }: RangeHit,
  vulnerability: string,
  scopeOf: readonly string[],
  decidedBy: DecidingRank,
  lowest: number,
): boolean {
  if (row.rank > lowest && (decidedBy(place, vulnerability) ?? row.rank) < row.rank) return true;
  for (let other = place + 1; other < scopeOf.length; other += 1) {
    if (scopeOf[other] !== scopeOf[place] && decidedBy(other, vulnerability) !== null) return true;
  }
  return false;
}
