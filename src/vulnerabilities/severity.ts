import { SEVERITIES, type Severity } from '../knowledge/records.js';

/**
 * Returns the severity rating of a CVSS score (the qualitative scale of CVSS v3 and v4); null without a score.
 * @param score 0 to 10
 */
export function cvssSeverity(score: number | null | undefined): Severity | null {
  if (score === null || score === undefined) return null;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

/** Returns the severities from a lowest to a highest one; without these, all. */
export const severitiesBetween = (
  lowest: Severity = 'unknown',
  highest: Severity = 'critical',
): readonly Severity[] =>
  SEVERITIES.slice(SEVERITIES.indexOf(highest), SEVERITIES.indexOf(lowest) + 1);

/** Returns this severity and all higher ones. `unknown` includes all. */
export const severitiesAtLeast = (severity: Severity): readonly Severity[] =>
  SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);

/** Returns a value for each severity. */
export const mapSeverities = <T>(
  value: (severity: Severity, index: number) => T,
): Record<Severity, T> =>
  Object.fromEntries(SEVERITIES.map((s, i) => [s, value(s, i)])) as Record<Severity, T>;

/** Returns the number of findings of each severity. */
export function countSeverities(
  findings: Iterable<{ fact: { severity: Severity } }>,
): Record<Severity, number> {
  const counts = mapSeverities(() => 0);
  for (const { fact } of findings) counts[fact.severity] += 1;
  return counts;
}
