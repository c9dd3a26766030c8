import type { CheckResult } from '../../pentest/checks/check.js';
import { checkInfo } from '../../pentest/checks/list.js';
import type { Judgement } from '../facts.js';

/** Stands before the id of a check where it is the id of a vulnerability. */
export const CHECK_PREFIX = 'hw:';

/** What a check's result says against its port; null when it saw no weakness, could not tell, or is not known to this version. */
export function checkJudgement({ id, port, transport, result, evidence }: CheckResult): Judgement | null {
  const info = checkInfo(id);
  if (result !== 'weak' || info === null) return null;
  const vulnerability = `${CHECK_PREFIX}${id}`;
  return {
    fact: {
      origin: 'check', vulnerability_id: vulnerability, package: null, architecture: null, port, transport, installed_version: null, fixed_version: null,
      severity: info.severity, confidence: 'confirmed', advisory: vulnerability, advisory_url: info.url, feed: null,
      basis: { order: null, scope: null, source: null, source_version: null, state: null, format: null, ...(evidence !== null && { evidence }) },
    },
    note: { id: vulnerability, title: info.title, aliases: [], cvss_score: null, cvss_vector: null },
  };
}
