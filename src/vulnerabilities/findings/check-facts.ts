import type { CheckInfo, CheckResult } from '../../pentest/checks/check.js';
import type { Match } from '../facts.js';

/** The id under which a check stands among vulnerabilities. */
export const checkVulnerability = (id: string): string => id;

/** What a check that found a weakness says; null for one that did not. */
export function matchFromCheck(
  { id, port, transport, result, evidence }: CheckResult,
  info: CheckInfo | null,
): Match | null {
  if (result !== 'weak' || info === null) return null;
  const vulnerability_id = checkVulnerability(id);
  return {
    summary: {
      id: vulnerability_id,
      title: info.title,
      aliases: [],
      cvss_score: null,
      cvss_vector: null,
    },
    fact: {
      origin: 'check',
      vulnerability_id,
      package: null,
      architecture: null,
      port,
      transport,
      installed_version: null,
      fixed_version: null,
      severity: info.severity,
      confidence: 'confirmed',
      advisory: id,
      advisory_url: info.url,
      feed: null,
      basis: {
        order: null,
        scope: null,
        source: null,
        source_version: null,
        state: null,
        format: null,
        ...(evidence !== null && { evidence }),
      },
    },
  };
}
