import type { LedgerCause } from './ledger.js';

/**
 * Returns why the findings of a host differ from those of its last match. A host whose packages changed while newer
 * data was not matched yet counts as `both`: which of its findings changed for which reason is not determined.
 */
export function causeOfMatch(match: { isSameData: boolean; isSameState: boolean }): LedgerCause {
  if (match.isSameData) return 'target';
  return match.isSameState ? 'knowledge' : 'both';
}
