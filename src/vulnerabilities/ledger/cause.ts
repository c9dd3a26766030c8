/**
 * Why a finding appeared, disappeared or changed: the host or service (`target`), the vulnerability database or the
 * rules of matching (`knowledge`), or both. Counts by cause are in this order.
 */
export const CAUSES = ['target', 'knowledge', 'both'] as const;
export type Cause = (typeof CAUSES)[number];

/**
 * Returns why the findings of a host differ from those of its last match. A host whose packages changed while newer
 * data was not matched yet counts as `both`: which of its findings changed for which reason is not determined.
 */
export function causeOfMatch(match: { isSameData: boolean; isSameState: boolean }): Cause {
  if (match.isSameData) return 'target';
  return match.isSameState ? 'knowledge' : 'both';
}
