import { computeBaseScore } from './cvss.js';
import { asArray, asObject, asText } from './coerce.js';

/** As NVD names them, the newest version of CVSS first. */
const METRIC_KINDS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;
const MAX_METRICS = 100;

/** The score of a record: the newest version of CVSS counts, of that NVD's own (Primary) before those of others (Secondary). Computed from the vector; null: none can be. */
export function findNvdScore(metrics: unknown): { vector: string; score: number } | null {
  for (const kind of METRIC_KINDS) {
    const told = asArray(asObject(metrics)[kind]).slice(0, MAX_METRICS).map(asObject);
    for (const { cvssData } of [
      ...told.filter(({ type }) => type === 'Primary'),
      ...told.filter(({ type }) => type !== 'Primary'),
    ]) {
      const vector = asText(asObject(cvssData).vectorString);
      const score = computeBaseScore(vector);
      if (score !== null) return { vector, score };
    }
  }
  return null;
}
