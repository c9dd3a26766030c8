import { SEVERITIES } from '../../knowledge/records.js';

/** Sums of the findings of one host, without those rated unimportant. */
export interface HostSums {
  id: number;
  /** covered by an acceptance; all following is about the others */
  accepted: number;
  open: number;
  knownExploited: number;
  /** in the order of SEVERITIES */
  severityCounts: readonly number[];
  /** the number of remediations */
  actions: number;
  /** of all together, 0 to 100 */
  risk: number;
  /** the sum of the risks */
  sum: number;
  /** risk, and sum of risks, of the action with the highest risk; 0: nothing to do */
  firstRisk: number;
  firstSum: number;
  /** Unix seconds: when an acceptance expires that may cover a finding; null: never */
  validUntil: number | null;
}

/** Sums to store. `rows`: numbers in the order of `encodeSums`; they are moved to another thread, not copied. */
export interface SumsUpdate {
  rows: Float64Array<ArrayBuffer>;
  /** hosts without a finding */
  removed: number[];
  /** the changes up to this number are in the sums */
  seen: number;
}

export const FIELDS_PER_ROW = 9 + SEVERITIES.length;

/** Returns the sums of hosts as numbers. */
export function encodeSums(all: readonly HostSums[]): Float64Array<ArrayBuffer> {
  const rows = new Float64Array(all.length * FIELDS_PER_ROW);
  all.forEach((sums, i) => {
    rows.set(toFields(sums), i * FIELDS_PER_ROW);
  });
  return rows;
}

const toFields = (sums: HostSums): number[] => [
  sums.id,
  sums.accepted,
  sums.knownExploited,
  ...sums.severityCounts,
  sums.actions,
  sums.risk,
  sums.sum,
  sums.firstRisk,
  sums.firstSum,
  sums.validUntil ?? -1,
];

/** Returns the values of a row of host_sums, in the order of its columns. */
export function rowValues(rows: Float64Array, row: number): (number | null)[] {
  const start = row * FIELDS_PER_ROW;
  const values: (number | null)[] = [...rows.subarray(start, start + FIELDS_PER_ROW)];
  if (values.at(-1) === -1) values[values.length - 1] = null;
  return values;
}

/** Returns the sums that a row of host_sums contains. @param values in the order of its columns */
export function decodeSums(values: readonly (number | null)[]): HostSums {
  const [id = 0, accepted = 0, knownExploited = 0, ...others] = values as number[];
  const severityCounts = others.slice(0, SEVERITIES.length);
  const [actions = 0, risk = 0, sum = 0, firstRisk = 0, firstSum = 0] = others.slice(
    SEVERITIES.length,
  );
  return {
    id,
    accepted,
    open: severityCounts.reduce((a, b) => a + b, 0),
    knownExploited,
    severityCounts,
    actions,
    risk,
    sum,
    firstRisk,
    firstSum,
    validUntil: values.at(-1) ?? null,
  };
}
