import { describe, expect, it } from 'vitest';
import type { DiffBody, ReportedFinding } from '../../../src/commands/report/report.body.js';
import { renderDiff } from '../../../src/commands/report/diff.text.js';
import { createPainter } from '../../../src/commands/output/text.js';
import { diffBody, reportedFinding } from '../../support/findings.js';
import { service } from '../../support/services.js';

const WHY = 'Package libcurl3-gnutls changed from 7.88.1-10+deb12u5 to 7.88.1-10+deb12u14.';
type NewEntry = DiffBody['new'][number];
const entry = (more: Partial<ReportedFinding> = {}): NewEntry => ({
  ...reportedFinding(),
  cause: 'target',
  why: WHY,
  evidence: { before: null, after: null },
  ...more,
});
const print = (more: Partial<DiffBody>, width?: number): string =>
  renderDiff(
    diffBody(more),
    { paint: createPainter(false), width, now: 1_790_000_000 },
    { isNewest: true, severity: undefined },
  );
const ssh = (revision: string) => ({
  ...service(22, { service: 'ssh', product: 'OpenSSH', version: '9.2p1', revision }),
  first_seen: 1_790_000_000,
  last_seen: 1_790_000_000,
});

describe('diff of a task as text', () => {
  it('shows the changes of a service', () => {
    const services = {
      opened: [],
      closed: [],
      changed: [
        {
          host_id: 1,
          ip: '10.8.0.1',
          name: 'web-01',
          port: 22,
          transport: 'tcp' as const,
          before: ssh('Debian 2+deb12u2'),
          after: ssh('Debian 2+deb12u3'),
          baseline: null,
        },
      ],
    };
    expect(print({ services })).toContain(
      'ssh OpenSSH 9.2p1 (Debian 2+deb12u2) → ssh OpenSSH 9.2p1 (Debian 2+deb12u3)',
    );
  });

  it('does not call the ports of a new host opened', () => {
    const port = (ip: string, baseline: 'host' | 'port' | null) => ({
      host_id: 1,
      ip,
      name: ip,
      port: 22,
      transport: 'tcp' as const,
      before: null,
      after: ssh('Debian 2+deb12u3'),
      baseline,
    });
    const opened = [port('10.8.0.7', 'host'), port('10.8.0.8', 'port'), port('10.8.0.9', null)];
    const text = print({ services: { opened, closed: [], changed: [] } });
    expect(text).toMatch(/new host +10\.8\.0\.7 +22\/tcp/);
    expect(text).toMatch(/first seen +10\.8\.0\.8 +22\/tcp/);
    expect(text).toMatch(/opened +10\.8\.0\.9 +22\/tcp/);
  });

  it('counts accepted findings apart', () => {
    const accepted = { reason: 'x', by: 'ada', until: null, id: 1, kind: 'person' as const };
    const text = print({ new: [entry(), entry({ vulnerability_id: 'CVE-2024-9', accepted })] });
    expect(text).toContain('New (1 open, 1 accepted)');
  });

  it.each([50, 60, 80])('fits a terminal of %i columns', (width) => {
    const missing = {
      host_id: 2,
      ip: '2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff',
      name: 'db-01.example.org',
      reason: 'no_import',
      detail: "No inventory was imported for this host since the template's previous task.",
      ports: null,
    };
    const lines = print(
      {
        new: [entry(), entry({ source: 'x'.repeat(60), title: 'y'.repeat(200) })],
        not_compared: [missing],
      },
      width,
    ).split('\n');
    expect(lines.filter((line) => [...line].length > width)).toEqual([]);
  });

  it('has one block for the packages and vulnerabilities of one source', () => {
    const text = print({
      new: [
        entry({ kev: { date_added: '2024-05-01', due_date: null, ransomware: false } }),
        entry({ package: 'libcurl4', vulnerability_id: 'CVE-2024-2004' }),
        entry({ host_id: 2, ip: '10.8.0.2' }),
      ],
    });
    expect(text.match(/ curl: /g)).toHaveLength(2);
    expect(text).toContain('2 vulnerabilities (1 known exploited)');
  });

  it('does not leave a zero alone where a host was not checked', () => {
    const summary = { ...diffBody().summary, checked_hosts: 4, not_checked_hosts: 2 };
    expect(print({ summary })).toContain('On the 4 hosts with checked ports: 0 new');
    expect(print({ summary })).toContain('Open: none on the 4 hosts with checked ports');
    expect(print({})).toMatch(/^0 new/m);
  });

  it('does not place findings on the checked hosts only: others have findings too', () => {
    const summary = { ...diffBody().summary, new: 2, checked_hosts: 4, not_checked_hosts: 2 };
    expect(print({ summary })).toContain('4 of 6 hosts have checked ports: 2 new');
  });
});
