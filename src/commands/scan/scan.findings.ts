import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { printable } from '../../lib/text.js';
import { plainTable } from '../output/table.js';
import { pluralize, shorten, type Painter } from '../output/text.js';

/** The part of a finding on a port that a scan shows. */
export interface ScanFinding {
  vulnerability_id: string;
  title: string;
  severity: Severity;
  confidence: string;
  port: number | null;
  transport: string | null;
}

const MAX_FINDINGS = 20; // per host; `hostwarden report` lists all
const MAX_LENGTH = { id: 40, title: 72 };

/** Renders the findings of a host, most severe first; empty without findings. */
export function renderFindingLines(findings: readonly ScanFinding[], paint: Painter): string {
  if (findings.length === 0) return '';
  const sorted = findings.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.port ?? 0) - (b.port ?? 0),
  );
  const rows = sorted.slice(0, MAX_FINDINGS).map((f) => {
    const title = shorten(printable(f.title), MAX_LENGTH.title);
    return [
      renderSeverity(f.severity, paint),
      `${f.port ?? ''}/${f.transport ?? ''}`,
      shorten(printable(f.vulnerability_id), MAX_LENGTH.id),
      f.confidence === 'possible' ? `${title} (possible)` : title,
    ];
  });
  const omitted = findings.length - MAX_FINDINGS;
  const more = omitted > 0 ? `  … and ${omitted} more\n` : '';
  return plainTable([], rows, { indent: '  ' }) + more;
}

/** `5 findings (1 critical, 2 high)`; empty without findings. */
export function renderFindingCount(findings: readonly ScanFinding[]): string {
  if (findings.length === 0) return '';
  const severe = ['critical', 'high']
    .map((severity) => ({
      severity,
      count: findings.filter((f) => f.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`);
  const all = pluralize(findings.length, 'finding');
  return severe.length > 0 ? `${all} (${severe.join(', ')})` : all;
}

const renderSeverity = (severity: string, paint: Painter): string =>
  severity === 'critical' || severity === 'high' ? paint.red(severity) : severity;
