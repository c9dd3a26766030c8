import { describe, expect, it } from 'vitest';
import type { Acceptance, OpenFinding, ReportFact } from '../../../src/reports/diff.js';
import { expiringSoon, expiringText } from '../../../src/reports/present/expiring.js';

const DAY = 86_400;
const NOW = Date.UTC(2026, 10, 20) / 1000;

const acceptance = (more: Partial<Acceptance> = {}): Acceptance => ({
  id: 1,
  kind: 'person',
  reason: 'behind the firewall',
  by: 'ada',
  until: NOW + DAY,
  ...more,
});
const open = (
  hostId: number,
  accepted: Acceptance | null,
  vulnerability_id = 'CVE-2024-1',
): OpenFinding => ({
  host: { host_id: hostId, ip: `10.0.0.${hostId}`, name: `web-${hostId}` },
  fact: { vulnerability_id } as ReportFact,
  accepted,
});

describe('acceptances that end soon', () => {
  it.each([
    ['has no end', null, false],
    ['ends in 14 days', NOW + 14 * DAY, true],
    ['ends later', NOW + 14 * DAY + 1, false],
    ['has ended', NOW, false],
  ])('are listed by their time: one that %s', (_what, until, isListed) => {
    expect(expiringSoon([open(1, acceptance({ until }))], NOW)).toHaveLength(isListed ? 1 : 0);
  });

  it('do not include findings that are not accepted', () => {
    expect(expiringSoon([open(1, null)], NOW)).toEqual([]);
  });

  it('are listed once for all hosts and findings that they cover, the first to end first', () => {
    const later = acceptance({ id: 2, until: NOW + 2 * DAY });
    const found = [
      open(3, later, 'CVE-2024-2'),
      open(1, acceptance()),
      open(1, acceptance()),
      open(2, acceptance({ id: 3 })),
    ];
    const about = { reason: 'behind the firewall', by: 'ada' };
    expect(expiringSoon(found, NOW)).toEqual([
      { vulnerability_id: 'CVE-2024-1', ...about, until: NOW + DAY, hosts: 2 },
      { vulnerability_id: 'CVE-2024-2', ...about, until: NOW + 2 * DAY, hosts: 1 },
    ]);
  });

  it('are announced with the hosts, the end and the reason', () => {
    const [first] = expiringSoon([open(1, acceptance()), open(2, acceptance())], NOW);
    expect(first && expiringText(first)).toBe(
      'The acceptance of CVE-2024-1 on 2 hosts ends on 2026-11-21 (by ada: behind the firewall)',
    );
  });
});
