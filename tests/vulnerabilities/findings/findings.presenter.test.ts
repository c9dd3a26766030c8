import { expect, it } from 'vitest';
import {
  toFinding,
  writeFact,
  writeFindings,
} from '../../../src/vulnerabilities/findings/findings.presenter.js';

const fact = (id: number, generation: number | null) => ({
  fact_id: id,
  origin: 'package' as const,
  vulnerability_id: 'CVE-2024-1',
  package: `package-${id}`,
  architecture: 'amd64',
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  severity: 'high' as const,
  confidence: 'confirmed' as const,
  advisory: 'CVE-2024-1',
  advisory_url: null,
  feed: id === 1 ? ('osv-debian' as const) : null,
  basis: JSON.stringify({ order: 'dpkg', scope: 'Debian:12', source: null, state: 'fixed' }),
  title: 'Hole',
  aliases: '[]',
  cvss_score: 7,
  cvss_vector: null,
  epss: null,
  kev: null,
  exploitation: null,
  generation,
});

const acceptance = JSON.stringify({ reason: 'r', by: 'b', until: null, id: 1, kind: 'person' });

const host = (id: number, seen: number, accepted: string | null) => ({
  host_id: id,
  ip: `10.0.0.${id}`,
  host_name: `host-${id}`,
  first_seen: seen,
  last_seen: seen + 1,
  accepted,
});

it('writes findings of one fact as each alone is presented', () => {
  const rows = [
    { ...fact(1, 3), ...host(1, 10, null) },
    { ...fact(2, 3), ...host(1, 20, null) },
    { ...fact(1, 4), ...host(2, 30, acceptance) },
    { ...fact(2, 4), ...host(2, 40, null) },
    { ...fact(1, null), ...host(3, 50, null) },
  ];
  const feedVersion = (_: string, generation: number): string => `of ${generation}`;
  const listed = rows.map((row) => ({ ...row, fact: { text: writeFact(row), feed: row.feed } }));
  const text = writeFindings(listed, feedVersion, ({ host_id }) => ({ more: host_id }));
  expect(JSON.parse(text)).toEqual(
    rows.map((row) => ({ ...toFinding(row, feedVersion), more: row.host_id })),
  );
});
