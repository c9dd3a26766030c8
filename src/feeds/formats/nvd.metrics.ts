import { scoreOf } from './cvss.js';
import { list, object, asText } from './coerce.js';

/** As NVD names them, the newest version of CVSS first. */
const KINDS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;
const MOST = 100;

/** The score of a record: the newest version of CVSS counts, of that NVD's own (Primary) before those of others (Secondary). Computed from the vector; null: none can be. */
export function nvdScore(metrics: unknown): { vector: string; score: number } | null {
  for (const kind of KINDS) {
    const told = list(object(metrics)[kind]).slice(0, MOST).map(object);
    for (const { cvssData } of [
      ...told.filter(({ type }) => type === 'Primary'),
      ...told.filter(({ type }) => type !== 'Primary'),
    ]) {
      const vector = asText(object(cvssData).vectorString);
      const score = scoreOf(vector);
      if (score !== null) return { vector, score };
    }
  }
  return null;
}
