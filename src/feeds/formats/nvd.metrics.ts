import { asArray, asObject, asText } from './coerce.js';
import { computeBaseScore, type ScoredVector } from './cvss.js';

/** NVD's keys, the newest version of CVSS first. */
const METRIC_KINDS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;
const MAX_METRICS = 100;

/**
 * Returns the score of a record, computed from its vector: of the newest version of CVSS, and NVD's own (Primary)
 * before those of others (Secondary). null: no valid vector.
 */
export function findNvdScore(metrics: unknown): ScoredVector | null {
  for (const kind of METRIC_KINDS) {
    const entries = asArray(asObject(metrics)[kind]).slice(0, MAX_METRICS).map(asObject);
    const primary = entries.filter(({ type }) => type === 'Primary');
    const others = entries.filter(({ type }) => type !== 'Primary');
    for (const { cvssData } of [...primary, ...others]) {
      const vector = asText(asObject(cvssData).vectorString);
      const score = computeBaseScore(vector);
      if (score !== null) return { vector, score };
    }
  }
  return null;
}
