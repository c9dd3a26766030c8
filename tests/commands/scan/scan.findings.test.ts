import { describe, expect, it } from 'vitest';
import {
  renderFindingCount,
  renderFindingLines,
  type ScanFinding,
} from '../../../src/commands/scan/scan.findings.js';
import { createPainter } from '../../../src/commands/output/text.js';

const finding = (f: Partial<ScanFinding> = {}): ScanFinding => ({
  vulnerability_id: 'redis-without-password',
  title: 'Redis answers without a password',
  severity: 'high',
  confidence: 'confirmed',
  port: 6379,
  transport: 'tcp',
  ...f,
});
const lines = (found: ScanFinding[]) => renderFindingLines(found, createPainter(false));

describe('findings of a scanned host', () => {
  it('are listed by severity, then by port', () => {
    expect(
      lines([
        finding({ port: 80, severity: 'low', vulnerability_id: 'a', title: 'A' }),
        finding(),
        finding({
          port: 22,
          vulnerability_id: 'CVE-2024-6387',
          title: 'Race',
          confidence: 'possible',
        }),
      ]),
    ).toBe(
      [
        '  high  22/tcp    CVE-2024-6387           Race (possible)\n',
        '  high  6379/tcp  redis-without-password  Redis answers without a password\n',
        '  low   80/tcp    a                       A\n',
      ].join(''),
    );
  });

  it('are empty text without findings', () => {
    expect(lines([])).toBe('');
    expect(renderFindingCount([])).toBe('');
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

  it('are counted with the number of critical and high ones', () => {
    expect(
      renderFindingCount([
        finding(),
        finding({ severity: 'critical' }),
        finding({ severity: 'low' }),
      ]),
    ).toBe('3 findings (1 critical, 1 high)');
    expect(renderFindingCount([finding({ severity: 'medium' })])).toBe('1 finding');
  });
});
