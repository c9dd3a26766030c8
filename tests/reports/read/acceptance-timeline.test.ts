import { describe, expect, it } from 'vitest';
import {
  createAcceptanceTimeline,
  type AcceptanceRow,
  type TimelineFinding,
} from '../../../src/reports/read/acceptance-timeline.js';

const NOW = 1_790_000_000;

const row = (more: Partial<AcceptanceRow> = {}): AcceptanceRow => ({
  id: 1,
  kind: 'person',
  vulnerability_id: 'CVE-1',
  host_id: null,
  group_id: null,
  package: null,
  port: null,
  transport: null,
  product: null,
  reason: 'r',
  by: 'b',
  until: null,
  began_change: 1,
  ended_change: null,
  ...more,
});
const finding: TimelineFinding = {
  vulnerability_id: 'CVE-1',
  package: null,
  port: 443,
  transport: 'tcp',
  architecture: null,
  installed_version: '1',
  basis: '{"scope":"cpe:a","source":"v:p"}',
};

describe('the timeline of acceptances', () => {
  it.each([
    ['its port', row({ port: 443, transport: 'tcp' }), true],
    ['another port', row({ port: 8443, transport: 'tcp' }), false],
    ['the port of its host', row({ host_id: 7, port: 443, transport: 'tcp' }), true],
    ['the port of another host', row({ host_id: 8, port: 443, transport: 'tcp' }), false],
  ])('compares a finding with %s', (_what, accepted, isFound) => {
    const timeline = createAcceptanceTimeline([accepted]);
    expect(timeline.find(finding, 7, { change: 1, at: NOW }) !== null).toBe(isFound);
  });

  it('returns who accepted a finding, why and until when', () => {
    const timeline = createAcceptanceTimeline([row({ id: 3, kind: 'vendor', until: NOW + 1 })]);
    expect(timeline.find(finding, 7, { change: 1, at: NOW })).toEqual({
      id: 3,
      kind: 'vendor',
      reason: 'r',
      by: 'b',
      until: NOW + 1,
    });
  });

  it('uses the members that a group had at the time', () => {
    const members = [
      { group_id: 2, host_id: 7, began_change: 0, ended_change: 3 },
      { group_id: 2, host_id: 7, began_change: 5, ended_change: null },
      { group_id: 2, host_id: 8, began_change: 4, ended_change: null },
    ];
    const timeline = createAcceptanceTimeline([row({ group_id: 2 })], members);
    const isAccepted = (hostId: number, change: number): boolean =>
      timeline.find(finding, hostId, { change, at: NOW }) !== null;
    expect([1, 2, 3, 4, 5].map((change) => isAccepted(7, change))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect([3, 4].map((change) => isAccepted(8, change))).toEqual([false, true]);
    expect(isAccepted(9, 5)).toBe(false);
  });

  it.each([
    ['has no end', row(), true],
    ['ends later', row({ until: NOW + 1 }), true],
    ['ended at that time', row({ until: NOW }), false],
    ['was revoked before', row({ ended_change: 5 }), false],
    ['was revoked later', row({ ended_change: 6 }), true],
    ['started later', row({ began_change: 6 }), false],
  ])('returns an acceptance as of a time: one that %s', (_what, accepted, isFound) => {
    const timeline = createAcceptanceTimeline([accepted]);
    expect(timeline.find(finding, 7, { change: 5, at: NOW }) !== null).toBe(isFound);
  });

  it('knows which findings were accepted at any time', () => {
    const timeline = createAcceptanceTimeline([
      row({ host_id: 1, port: 443, transport: 'tcp', ended_change: 2 }),
    ]);
    expect(timeline.wasEverAccepted(finding)).toBe(true);
    expect(timeline.wasEverAccepted({ ...finding, port: 80 })).toBe(false);
    expect(timeline.wasEverAccepted({ ...finding, vulnerability_id: 'CVE-2' })).toBe(false);
  });
});
