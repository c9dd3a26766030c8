import type { Api } from '../../api/shapes.js';

type Counts = Record<Api<'Finding'>['severity'], number>;

/** Returns the number of findings of each severity. */
export function countBySeverity(findings: readonly Pick<Api<'Finding'>, 'severity'>[]): Counts {
  const counts: Counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
