import { expect, it } from 'vitest';
import type { ReportEntry, ReportFact } from '../../../src/reports/diff.js';
import { createFindingPresenter } from '../../../src/reports/present/entry-view.js';
import { taskRemediations } from '../../../src/reports/present/remediations.js';
import type { FactBasis } from '../../../src/vulnerabilities/facts.js';

const basis: FactBasis = {
  order: 'dpkg',
  scope: 'Debian:12',
  source: null,
  source_version: null,
  state: 'fixed',
  format: 'dpkg',
};

function fact(id: number, more: Partial<ReportFact>): ReportFact {
  return {
    id,
    identity: id,
    origin: 'package',
    vulnerability_id: `CVE-2024-${id}`,
    package: 'a',
    architecture: 'amd64',
    port: null,
    transport: null,
    installed_version: '1',
    fixed_version: '2',
    severity: 'high',
    confidence: 'confirmed',
    advisory: `CVE-2024-${id}`,
    advisory_url: null,
    feed: 'debian-tracker',
    basis: JSON.stringify(basis),
    ...more,
  };
}

const entry = (
  host_id: number,
  of: ReportFact,
  accepted: ReportEntry['accepted'] = null,
): ReportEntry => ({
  host: { host_id, ip: `10.0.0.${host_id}`, name: `web-${host_id}` },
  fact: of,
  cause: 'target',
  before: null,
  after: null,
  changes: [],
  haveRulesChanged: false,
  generation: 1,
  first_seen: 1,
  last_seen: 1,
  accepted,
});

it('groups the open entries of each host by action, highest risk first', () => {
  const critical = fact(1, { severity: 'critical' });
  const other = fact(2, { package: 'b' });
  const entries = [
    entry(1, other),
    entry(1, critical),
    entry(1, fact(3, { fixed_version: '3' })),
    entry(2, other),
    entry(2, critical, { reason: 'test', by: 'me', until: null, id: 1, kind: 'person' }),
  ];
  const found = taskRemediations(entries, createFindingPresenter(new Map()));
  expect(
    found.map((r) => [r.host_id, r.name, r.command, r.findings, r.packages[0]?.fixed_version]),
  ).toEqual([
    [1, 'web-1', 'apt-get install --only-upgrade a', 2, '3'],
    [1, 'web-1', 'apt-get install --only-upgrade b', 1, '2'],
    [2, 'web-2', 'apt-get install --only-upgrade b', 1, '2'],
  ]);
});
