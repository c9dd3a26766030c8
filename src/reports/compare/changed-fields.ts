import type { Fact } from '../../vulnerabilities/facts.js';
import type { ReportFact, ReportService } from '../diff.js';

const FIELDS = ['installed_version', 'fixed_version', 'severity', 'confidence'] as const;

/** The fields that make a finding `changed` when they differ. */
type ComparableFields = Pick<ReportFact, (typeof FIELDS)[number]> & {
  basis: string | Fact['basis'];
};

/** Returns the names of the fields that differ. */
export const changedFields = (a: ComparableFields, b: ComparableFields): string[] => [
  ...FIELDS.filter((k) => a[k] !== b[k]),
  ...(runsOldCode(a) === runsOldCode(b) ? [] : ['runs_old_code']),
];

/** Whether a vulnerability is only in code that still runs, and no longer in the installed package. */
export const runsOldCode = ({ basis }: Pick<ComparableFields, 'basis'>): boolean =>
  typeof basis === 'string'
    ? basis.includes('"runs_old_code":"')
    : basis.runs_old_code !== undefined;

const IDENTITY = ['service', 'product', 'version', 'revision'] as const;

/**
 * Whether a different service listens. Banners are not compared: those that contain the time differ
 * at every connection.
 */
export function isServiceReplaced(a: ReportService, b: ReportService): boolean {
  return (
    IDENTITY.some((k) => a[k] !== b[k]) || a.tls?.fingerprint_sha256 !== b.tls?.fingerprint_sha256
  );
}
