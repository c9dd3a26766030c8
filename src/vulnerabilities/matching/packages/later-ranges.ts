import { append } from '../../../lib/collections.js';
import type { RangeRow } from './ranges.statements.js';
import type { MatchVerdict, RangeHit } from './resolve-sources.js';

/** Returns a function that finds the later ranges of a verdict's vulnerability, in the target that it is shown from. */
export function laterRanges(
  ofTargets: readonly (readonly RangeHit[])[],
): (verdict: MatchVerdict) => readonly RangeRow[] {
  const indexes = ofTargets.map((hits) => {
    const byVulnerability = new Map<string, RangeRow[]>();
    for (const { row, advisory } of hits)
      for (const id of row.vulnerability === null ? advisory.vulnerabilities : [row.vulnerability])
        append(byVulnerability, id, row);
    return byVulnerability;
  });
  return ({ vulnerability, shown: { targetIndex, row } }) =>
    (indexes[targetIndex]?.get(vulnerability) ?? NO_ROWS).filter(({ rank }) => rank === row.rank);
}

const NO_ROWS: readonly RangeRow[] = [];
