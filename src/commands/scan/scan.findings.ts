import { SEVERITIES } from '../../knowledge/records.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import { epssText, findingMarks } from '../../reports/present/marks.js';
import { scopeText } from '../../reports/present/summary.text.js';
import { plainTable } from '../output/table.js';
import type { Painter } from '../output/text.js';
import type { ReportedFinding, TaskReportBody } from '../report/report.body.js';

const MAX_FINDINGS = 20; // per host; `hostwarden report` lists all
const MAX_LENGTH = { id: 40, title: 72, program: 30 };

/**
 * Renders the findings of a host with their marks; empty without findings. Accepted ones follow the others.
 * @param findings highest risk first
 */
export function renderFindingLines(findings: readonly ReportedFinding[], paint: Painter): string {
  if (findings.length === 0) return '';
  const sorted = findings.toSorted(
    (a, b) => Number(a.accepted !== null) - Number(b.accepted !== null) || b.risk - a.risk,
  );
  const rows = sorted
    .slice(0, MAX_FINDINGS)
    .map((f) => [
      f.risk.toFixed(1).padStart(5),
      renderSeverity(f.severity, paint),
      placeOf(f),
      shorten(printable(f.vulnerability_id), MAX_LENGTH.id),
      findingText(f),
    ]);
  const omitted = findings.length - MAX_FINDINGS;
  const more = omitted > 0 ? `  … and ${omitted} more\n` : '';
  return plainTable([], rows, { indent: '  ' }) + more;
}

/** Returns a program and its port: `nginx (80/tcp)`. */
function placeOf({ port, transport, program }: ReportedFinding): string {
  const position = `${port ?? ''}/${transport ?? ''}`;
  return program == null
    ? position
    : `${shorten(printable(program), MAX_LENGTH.program)} (${position})`;
}

/** Returns `Race in sshd (known exploited, since 2024-05-01; EPSS 0.94)`. */
function findingText(finding: ReportedFinding): string {
  const title = shorten(printable(finding.title), MAX_LENGTH.title);
  const marks = findingMarks(finding).map(({ text }) => printable(text));
  const notes = [...marks, epssText(finding)].filter((text) => text !== null).join('; ');
  return notes === '' ? title : `${title} (${notes})`;
}

/**
 * Returns `5 findings (1 critical, 2 high), 1 accepted`. With unchecked hosts: `0 findings on the 4 hosts with checked
 * ports`, or `2 findings (1 high) (4 of 9 hosts have checked ports)`.
 */
export function renderFindingCount(summary: TaskReportBody['summary']): string {
  const { findings, accepted, by_severity } = summary;
  const severities = SEVERITIES.filter((s) => by_severity[s] > 0)
    .map((s) => `${by_severity[s]} ${s}`)
    .join(', ');
  const scope = scopeText(summary, findings + accepted > 0);
  return [
    pluralize(findings, 'finding'),
    severities && ` (${severities})`,
    scope === null
      ? ''
      : ` ${scope
          .replace(/^On/, 'on')
          .replace(/^No /, 'no ')
          .replace(/^(?:no|\d).*$/, '($&)')}`,
    accepted > 0 ? `, ${accepted} accepted` : '',
  ].join('');
}

const renderSeverity = (severity: string, paint: Painter): string =>
  severity === 'critical' || severity === 'high' ? paint.red(severity) : severity;
