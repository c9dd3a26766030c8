import type { ReportFact, ReportService } from '../diff.js';

const FIELDS = ['installed_version', 'fixed_version', 'severity', 'confidence'] as const;

/** What makes a finding `changed` when it differs. */
export type ComparableFields = Pick<ReportFact, (typeof FIELDS)[number]>;

/** The names of the fields that differ. */
export const changedFields = (a: ComparableFields, b: ComparableFields): string[] =>
  FIELDS.filter((k) => a[k] !== b[k]);

const IDENTITY = ['service', 'product', 'version', 'revision'] as const;

/** Whether another thing listens. Banners differ at every connection where they tell the time, so that they don't count. */
export function isServiceReplaced(a: ReportService, b: ReportService): boolean {
  return (
    IDENTITY.some((k) => a[k] !== b[k]) || a.tls?.fingerprint_sha256 !== b.tls?.fingerprint_sha256
  );
}
