import { describe, expect, it } from 'vitest';
import {
  findingCount,
  findingLines,
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
const lines = (found: ScanFinding[]) => findingLines(found, createPainter(false));

describe('the weaknesses of a scanned host', () => {
  it('stand in lines, the worst first, and of one severity by port', () => {
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

  it('are nothing where there are none', () => {
    expect(lines([])).toBe('');
    expect(findingCount([])).toBe('');
  });

  it('are cut where there are many, and never hide how many', () => {
    expect(
      lines(Array.from({ length: 25 }, () => finding()))
        .trimEnd()
        .split('\n'),
    ).toHaveLength(21);
    expect(lines(Array.from({ length: 25 }, () => finding()))).toContain('… and 5 more');
  });

  it('carry no control characters of a peer', () => {
    expect(lines([finding({ title: 'x\u001b[31m\n' })])).not.toContain('\u001b');
  });

  it('are counted, with the worst told', () => {
    expect(
      findingCount([finding(), finding({ severity: 'critical' }), finding({ severity: 'low' })]),
    ).toBe('3 findings (1 critical, 1 high)');
    expect(findingCount([finding({ severity: 'medium' })])).toBe('1 finding');
  });
});
