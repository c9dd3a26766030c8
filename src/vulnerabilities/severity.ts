import { SEVERITIES, type Severity } from '../knowledge/records.js';

/** The word for a CVSS score (the qualitative scale of CVSS 3 and 4); null for none. @param score 0 to 10 */
export function cvssSeverity(score: number | null | undefined): Severity | null {
  if (score === null || score === undefined) return null;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

/** This severity and all that are worse. `unknown` means everything. */
export const severitiesAtLeast = (severity: Severity): readonly Severity[] =>
  SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
