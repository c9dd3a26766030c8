import { describe, expect, it } from 'vitest';
import {
  HOSTS_NOW,
  hostChoices,
  selectedBy,
} from '../../../src/console/parts/accept/accept-choices.js';

const finding = (host_id: number, name: string | null, port: number | null = null) => ({
  vulnerability_id: 'CVE-2024-1',
  host_id,
  name: `web-${host_id}`,
  package: name,
  port,
  transport: port === null ? null : ('tcp' as const),
  accepted: null,
});
const accepted = { reason: 'x', by: 'ada', until: null, id: 1, kind: 'person' as const };

describe('the hosts that an acceptance is offered for', () => {
  it('are first those that have it now, then each of them', () => {
    const findings = [finding(1, 'a'), finding(1, 'b'), finding(2, 'a')];
    expect(hostChoices(findings)).toEqual([
      [HOSTS_NOW, 'the 2 hosts that have it now'],
      ['host 1', 'web-1 only'],
      ['host 2', 'web-2 only'],
    ]);
  });

  it('are the only one that has it, and none of those where it is accepted', () => {
    expect(hostChoices([finding(1, 'a'), { ...finding(2, 'a'), accepted }])).toEqual([
      ['host 1', 'web-1 only'],
    ]);
    expect(hostChoices([])).toEqual([]);
  });
});

describe('what an acceptance selects', () => {
  const findings = [finding(1, 'a'), finding(2, 'b'), finding(2, null, 443)];
  const of = (hosts: string, place: string) => selectedBy({ hosts, place }, 'CVE-2024-1', findings);

  it('is every place of the hosts that have it now, which it does not name', () => {
    expect(of(HOSTS_NOW, 'all')).toEqual({
      vulnerability_ids: ['CVE-2024-1'],
      all_places: true,
    });
  });

  it('is one host, a group or all hosts', () => {
    expect(of('host 2', 'all')).toMatchObject({ host_id: 2, all_places: true });
    expect(of('group 3', 'all')).toMatchObject({ group_id: 3 });
    expect(of('all', 'all')).toMatchObject({ all_hosts: true });
  });

  it('is the findings in one place, or nothing', () => {
    expect(of(HOSTS_NOW, 'port 443/tcp')).toEqual({
      findings: [
        { vulnerability_id: 'CVE-2024-1', host_id: 2, package: null, port: 443, transport: 'tcp' },
      ],
    });
    expect(of('all', 'package c')).toBeNull();
  });
});
