import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { plainTable } from '../output/table.js';
import { pluralize, printable, shorten, type Painter } from '../output/text.js';

/** What stands against a port, as far as a scan shows it. */
export interface ScanFinding {
  vulnerability_id: string;
  title: string;
  severity: Severity;
  confidence: string;
  port: number | null;
  transport: string | null;
}

const SHOWN = 20; // of one host; `hostwarden report` tells all
const WIDEST = { id: 40, title: 72 };

/** The weaknesses of one host, the worst first; empty when there are none. */
export function findingLines(findings: readonly ScanFinding[], paint: Painter): string {
  if (findings.length === 0) return '';
  const sorted = findings.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.port ?? 0) - (b.port ?? 0),
  );
  const rows = sorted
    .slice(0, SHOWN)
    .map((f) => [
      painted(f.severity, paint),
      `${f.port ?? ''}/${f.transport ?? ''}`,
      shorten(printable(f.vulnerability_id), WIDEST.id),
      shorten(printable(f.title), WIDEST.title) +
        (f.confidence === 'possible' ? ' (possible)' : ''),
    ]);
  const more = findings.length > SHOWN ? `  … and ${findings.length - SHOWN} more\n` : '';
  return plainTable([], rows, { indent: '  ' }) + more;
}

/** `5 findings (1 critical, 2 high)`; empty when there are none. */
export function findingCount(findings: readonly ScanFinding[]): string {
  if (findings.length === 0) return '';
  const worst = ['critical', 'high']
    .map((s) => ({ s, n: findings.filter((f) => f.severity === s).length }))
    .filter(({ n }) => n > 0)
    .map(({ s, n }) => `${n} ${s}`);
  return pluralize(findings.length, 'finding') + (worst.length > 0 ? ` (${worst.join(', ')})` : '');
}

const painted = (severity: string, paint: Painter): string =>
  severity === 'critical' || severity === 'high' ? paint.red(severity) : severity;
