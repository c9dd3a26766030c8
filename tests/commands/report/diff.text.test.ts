import { describe, expect, it } from 'vitest';
import { renderDiff, type DiffResponse } from '../../../src/commands/report/diff.text.js';
import { createPainter } from '../../../src/commands/output/text.js';

const ssh = (revision: string, fingerprint: string | null = null) => ({
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision,
  tls: fingerprint === null ? null : { fingerprint_sha256: fingerprint },
});
const WHY = 'Package libcurl3-gnutls changed from 7.88.1-10+deb12u5 to 7.88.1-10+deb12u14.';
const finding = {
  vulnerability_id: 'CVE-2024-2398',
  severity: 'high' as const,
  ip: '10.8.0.1',
  name: 'web-01.example.org',
  package: 'libcurl3-gnutls',
  port: null,
  transport: null,
  why: WHY,
  explanation: '',
};
const diffWith = (more: Partial<DiffResponse>): DiffResponse => ({
  number_task: 'TASK-00002',
  status: 'completed',
  finished_at: 1_790_000_000,
  base_task_id: 1,
  unchanged_count: 0,
  summary: {
    new: 0,
    fixed: 0,
    changed: 0,
    unchanged: 0,
    accepted: 0,
    not_compared: 0,
    by_severity: {},
  },
  new: [],
  fixed: [],
  changed: [],
  not_compared: [],
  services: { opened: [], closed: [], changed: [] },
  ...more,
});
const print = (more: Partial<DiffResponse>, width?: number): string =>
  renderDiff(diffWith(more), createPainter(false), width);
const changed = (before: ReturnType<typeof ssh>, after: ReturnType<typeof ssh>) => ({
  services: {
    opened: [],
    closed: [],
    changed: [{ ip: '10.8.0.1', port: 22, transport: 'tcp', before, after }],
  },
});

describe('diff of a task as text', () => {
  it('shows the changes of a service', () => {
    expect(print(changed(ssh('Debian 2+deb12u2'), ssh('Debian 2+deb12u3')))).toContain(
      'ssh OpenSSH 9.2p1 (Debian 2+deb12u2) → ssh OpenSSH 9.2p1 (Debian 2+deb12u3)',
    );
    expect(print(changed(ssh('Debian 2', 'aa'), ssh('Debian 2', 'bb')))).toContain(
      'ssh OpenSSH 9.2p1 (Debian 2), new certificate',
    );
  });

  it.each([50, 60, 80])(
    'fits a terminal of %i columns with each reason on its own line',
    (width) => {
      const missing = {
        ip: '2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff',
        name: 'db-01.example.org',
        reason: 'no_import',
        detail: "No inventory was imported for this host since the template's previous task.",
        ports: null,
      };
      const lines = print(
        { new: [finding, { ...finding, package: 'x'.repeat(60) }], not_compared: [missing] },
        width,
      ).split('\n');
      expect(lines.filter((line) => [...line].length > width)).toEqual([]);
      expect(lines).toContain(
        `      ${WHY.length > width - 6 ? `${WHY.slice(0, width - 7)}…` : WHY}`,
      );
    },
  );

  it('has one line per finding on a wide terminal and in a file', () => {
    for (const width of [200, undefined])
      expect(print({ new: [finding] }, width)).toContain(
        `  high  CVE-2024-2398  web-01.example.org (10.8.0.1)  libcurl3-gnutls  ${WHY}\n`,
      );
  });
});
