import type { OpenFindings } from './table/open-findings.js';
import type { RankKey } from './ranks.js';

/** The values that findings are ordered by before their facts: of a column of the table, or places of these. */
export interface FirstValues {
  column: Uint32Array;
  places: Uint32Array | null;
  /** the highest value is first */
  isReversed: boolean;
}

/**
 * Returns the key of rows of the table: by the places of their facts, and before that by other values. A double holds
 * a different number for each pair of 2^32 seconds and a million facts. Its values are those of the last call only.
 * @param places of facts, by their number: below the number of facts
 * @param first null: findings are ordered by their facts
 */
export function findingKey(
  { table, facts: { ids } }: OpenFindings,
  places: Uint32Array,
  first: FirstValues | null,
): RankKey {
  const { facts } = table.columns();
  const factor = first === null ? 0 : (first.isReversed ? -1 : 1) * ids.length;
  const column = first?.column ?? facts;
  const placesOfFirst = first?.places ?? null;
  return (rows) => {
    const values = table.scratch().values.subarray(0, rows.length);
    let lowest = Infinity;
    let highest = -Infinity;
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as number;
      let value = places[facts[row] as number] as number;
      if (factor !== 0) {
        const other = column[row] as number;
        value += factor * (placesOfFirst === null ? other : (placesOfFirst[other] as number));
      }
      values[i] = value;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    return { values, lowest, highest };
  };
}
