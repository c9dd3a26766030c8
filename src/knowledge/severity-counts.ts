import { SEVERITIES } from './records.js';

/** Returns counts, in the order of SEVERITIES, as text: `2 critical, 1 low`; `none` if all are 0. */
export const severityCountsText = (counts: readonly number[], none = 'none'): string =>
  SEVERITIES.map((severity, i) => ({ severity, n: counts[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => `${n} ${severity}`)
    .join(', ') || none;
