import { describe, expect, it } from 'vitest';
import {
  renderFindingCount,
  renderFindingLines,
} from '../../../src/commands/scan/scan.findings.js';
import { createPainter } from '../../../src/commands/output/text.js';
import type { ReportedFinding } from '../../../src/commands/report/report.body.js';
import { mapSeverities, reportedFinding, reportSummary } from '../../support/findings.js';

const finding = (f: Partial<ReportedFinding> = {}): ReportedFinding =>
  reportedFinding({
    vulnerability_id: 'redis-without-password',
    title: 'Redis answers without a password',
    package: null,
    port: 6379,
    transport: 'tcp',
    risk: 31.6,
    ...f,
  });
const lines = (found: ReportedFinding[]) => renderFindingLines(found, createPainter(false));

describe('findings of a scanned host', () => {
  it('are listed by risk with their marks, accepted ones at the end', () => {
    expect(
      lines([
        finding({
          port: 80,
          severity: 'low',
          vulnerability_id: 'a',
          title: 'A',
          risk: 90,
          accepted: { reason: 'Internal', by: 'ada', until: 1_801_353_600, id: 1, kind: 'person' },
        }),
        finding(),
        finding({
          port: 22,
          vulnerability_id: 'CVE-2024-6387',
          title: 'Race',
          confidence: 'possible',
          risk: 80,
          epss: { score: 0.94, percentile: null, date: null },
          kev: { date_added: '2024-05-01', due_date: null, ransomware: false },
        }),
      ]),
    ).toBe(
      [
        '   80.0  high  22/tcp    CVE-2024-6387           Race (known exploited, ' +
          'since 2024-05-01; possible; EPSS 0.94)\n',
        '   31.6  high  6379/tcp  redis-without-password  Redis answers without a password (confirmed)\n',
        '   90.0  low   80/tcp    a                       A (confirmed; accepted by ada until 2027-01-31: Internal)\n',
      ].join(''),
    );
  });

  it('name the program at their port', () => {
    expect(lines([finding({ program: 'Redis' })])).toContain('high  Redis (6379/tcp)  redis');
  });

  it('are empty text without findings', () => {
    expect(lines([])).toBe('');
  });

  it('are limited to 20 lines with the number of omitted ones', () => {
    expect(
      lines(Array.from({ length: 25 }, () => finding()))
        .trimEnd()
        .split('\n'),
    ).toHaveLength(21);
    expect(lines(Array.from({ length: 25 }, () => finding()))).toContain('… and 5 more');
  });

  it('contain no control characters of a peer', () => {
    expect(lines([finding({ title: 'x\u001b[31m\n' })])).not.toContain('\u001b');
  });

  it.each([
    [{ findings: 0 }, '0 findings'],
    [
      { findings: 0, checked_hosts: 4, not_checked_hosts: 2 },
      '0 findings on the 4 hosts with checked ports',
    ],
    [
      { findings: 0, checked_hosts: 0, not_checked_hosts: 2 },
      '0 findings (no host has fully checked ports)',
    ],
    [
      { findings: 3, checked_hosts: 4, not_checked_hosts: 2 },
      '3 findings (3 critical) (4 of 6 hosts have checked ports)',
    ],
    [{ findings: 3, accepted: 1 }, '3 findings (3 critical), 1 accepted'],
  ])('are counted as in the report: %j', (counts, text) => {
    const by_severity = mapSeverities((s) => (s === 'critical' ? counts.findings : 0));
    expect(renderFindingCount(reportSummary({ ...counts, by_severity }))).toBe(text);
  });
});
