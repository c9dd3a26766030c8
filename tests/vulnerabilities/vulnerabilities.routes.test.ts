import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../src/knowledge/records.js';
import { range, record } from '../support/stored-records.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';

interface Found {
  vulnerability_id: string;
  package: string | null;
  hosts_affected: number;
  accepted: unknown;
  severity: string;
  packages: string[];
}
const RECORDS = [
  record('DEBIAN-CVE-2024-1', {
    title: 'Hole 1',
    severity: 'critical',
    cvssScore: 9.8,
    cvssVector: 'CVSS:3.1/AV:N',
    aliases: ['GHSA-1'],
    ranges: [range('a', '2')],
  }),
  record('DEBIAN-CVE-2024-2', {
    title: 'Hole 2',
    severity: 'medium',
    ranges: [range('a', null), range('b', '2')],
  }),
  record('DEBIAN-CVE-2024-3', {
    title: 'Hole 3',
    severity: 'high',
    ranges: [range('b', null, { hidden: true })],
  }),
];

const MATCHED = { matched: 2, partly: 0, not_matched: 0, not_applicable: 0 };
const ALL_CHECKED = {
  hosts: 0,
  total: 2,
  unanswered_addresses: 0,
  coverage: { packages: MATCHED, services: MATCHED },
  reasons: {},
  details: [],
};

async function setUp() {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', RECORDS);
  const first = await app.addHost('10.0.0.1');
  const second = await app.addHost('10.0.0.2');
  await app.importInventory(first, [
    { name: 'a', version: '1' },
    { name: 'b', version: '1' },
  ]);
  await app.importInventory(second, [{ name: 'b', version: '1' }]);
  return { ...app, first, second, ...createClient(app) };
}

function createClient({ call }: TestFleet) {
  const get = async <T = Found[]>(url: string) =>
    (await call('GET', url)).body as {
      data: T;
      meta: { total: number; coverage: Coverage };
    };
  return {
    get,
    ids: async (url: string) => (await get(url)).data.map((f) => f.vulnerability_id),
    accept: async (id: string, body: unknown, status = 201) => {
      const answer = await call('POST', `/vulnerabilities/${id}/acceptances`, body);
      expect(answer.status).toBe(status);
      return (answer.body as { data: { id: number } }).data;
    },
  };
}

describe('GET /hosts/{id}/vulnerabilities', () => {
  it('returns all fields of a finding', async () => {
    const { get, first } = await setUp();
    const {
      data: [finding],
      meta,
    } = await get(`/hosts/${first}/vulnerabilities`);
    expect(finding).toEqual({
      vulnerability_id: 'CVE-2024-1',
      aliases: ['GHSA-1'],
      title: 'Hole 1',
      severity: 'critical',
      cvss_score: 9.8,
      cvss_vector: 'CVSS:3.1/AV:N',
      epss: null,
      kev: null,
      host_id: first,
      ip: '10.0.0.1',
      name: '10.0.0.1',
      package: 'a',
      architecture: 'amd64',
      port: null,
      transport: null,
      program: null,
      runs_old_code: null,
      running_version: null,
      installed_version: '1',
      fixed_version: '2',
      confidence: 'confirmed',
      advisory: 'DEBIAN-CVE-2024-1',
      advisory_url: 'https://example.org/DEBIAN-CVE-2024-1',
      feed: 'osv-debian',
      feed_version: 'v1',
      explanation: expect.stringContaining('a 1') as string,
      remedy: 'apt-get update && apt-get install --only-upgrade a',
      first_seen: 1_790_000_010,
      last_seen: 1_790_000_010,
      accepted: null,
      risk: 38.7,
      risk_reason: 'CVSS 9.8.',
    });
    expect(meta).toEqual({
      page: 1,
      limit: 50,
      total: 3,
      coverage: {
        packages: {
          state: 'matched',
          reason: null,
          message: null,
          feeds: [{ name: 'osv-debian', data_from: null, stale: false }],
          support: {
            system: 'Debian 12',
            state: 'supported',
            until: '2028-06-30',
            extended_until: null,
          },
          verdicts: { matched: 2, other_vendor: 0, unknown_origin: 0, no_data: 0, end_of_life: 0 },
        },
        services: { state: 'matched', reason: null, message: null, feeds: [] },
      },
    });
  });

  it('lists other advisories about the same package as aliases', async () => {
    const { get, storeRecords, importInventory, first } = await setUp();
    const advisory = (name: string, pkg: string) =>
      record(name, {
        rank: SOURCE_PRECEDENCE.advisory,
        vulnerabilities: ['CVE-2024-1'],
        ranges: [range(pkg, '2')],
      });
    storeRecords('osv-debian', [
      ...RECORDS,
      advisory('DSA-1-1', 'a'),
      advisory('DSA-2-1', 'other'),
    ]);
    storeRecords('debian-tracker', [
      record('CVE-2024-1', { rank: SOURCE_PRECEDENCE.tracker, ranges: [range('a', '2')] }),
    ]);
    await importInventory(first, [{ name: 'a', version: '1.1' }]);
    expect((await get<unknown[]>(`/hosts/${first}/vulnerabilities`)).data[0]).toMatchObject({
      vulnerability_id: 'CVE-2024-1',
      advisory: 'CVE-2024-1',
      aliases: ['GHSA-1', 'DSA-1-1'],
    });
  });

  it('returns the most severe findings first, in pages', async () => {
    const { get, ids, first } = await setUp();
    expect(await ids(`/hosts/${first}/vulnerabilities`)).toEqual([
      'CVE-2024-1',
      'CVE-2024-2',
      'CVE-2024-2',
    ]);
    expect(await get(`/hosts/${first}/vulnerabilities?limit=1&page=2`)).toMatchObject({
      data: [{ vulnerability_id: 'CVE-2024-2', package: 'a' }],
      meta: { total: 3, page: 2 },
    });
  });

  it.each([
    ['severity=high', ['CVE-2024-1']],
    ['severity=unknown', ['CVE-2024-1', 'CVE-2024-2', 'CVE-2024-2']],
    ['package=b', ['CVE-2024-2']],
    ['kev=true', []],
    ['kev=false&package=a', ['CVE-2024-1', 'CVE-2024-2']],
    ['unimportant=true&package=b', ['CVE-2024-3', 'CVE-2024-2']],
    ['accepted=true', []],
  ])('filters findings by %s', async (query, expected) => {
    const { ids, first } = await setUp();
    expect(await ids(`/hosts/${first}/vulnerabilities?${query}`)).toEqual(expected);
  });

  it('returns as last_seen when the packages were last read', async () => {
    const { get, importInventory, first } = await setUp();
    await importInventory(first, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    expect(
      (
        await get<{ first_seen: number; last_seen: number }[]>(
          `/hosts/${first}/vulnerabilities?severity=critical`,
        )
      ).data[0],
    ).toMatchObject({ first_seen: 1_790_000_010, last_seen: 1_790_000_030 });
  });

  it('never returns a last_seen before first_seen', async () => {
    const { get, storeRecords, ctx, clock, first } = await setUp();
    clock.advance(1000);
    storeRecords('osv-debian', [record('DEBIAN-CVE-2024-9', { ranges: [range('a', null)] })]);
    await ctx.vulnerabilities.rematchFleet();
    for (const url of [`/hosts/${first}/vulnerabilities`, '/vulnerabilities']) {
      const {
        data: [{ first_seen, last_seen } = { first_seen: 0, last_seen: -1 }],
      } = await get<{ first_seen: number; last_seen: number }[]>(url);
      expect(last_seen).toBe(first_seen);
    }
  });

  it.each([
    ['a host without an inventory', null, 'not_collected'],
    ['a system that no feed covers', 'ID=kali\nVERSION_ID=2025.4\n', 'unsupported_system'],
    ['a release without data', 'ID=ubuntu\nVERSION_ID=26.04\n', 'no_data'],
    ['a release that is dead', 'ID=ubuntu\nVERSION_ID=25.10\n', 'end_of_life'],
  ])('explains missing coverage of %s', async (_what, release, expected) => {
    const { get, addHost, importInventory } = await setUp();
    const id = await addHost('10.0.0.9');
    if (release !== null)
      await importInventory(id, [{ name: 'a', version: '1' }], { 'os-release': release });
    const { data, meta } = await get(`/hosts/${id}/vulnerabilities`);
    expect([data, meta.coverage.packages.reason]).toEqual([[], expected]);
  });

  it('returns 404 for an unknown host', async () => {
    const { call } = await setUp();
    expect((await call('GET', '/hosts/999/vulnerabilities')).status).toBe(404);
  });
});

describe('GET /vulnerabilities', () => {
  it.each([
    ['', ['CVE-2024-1', 'CVE-2024-2']],
    ['?sort=-risk', ['CVE-2024-2', 'CVE-2024-1']],
    ['?sort=host', ['CVE-2024-2', 'CVE-2024-1']],
    ['?sort=-cvss_score', ['CVE-2024-2', 'CVE-2024-1']],
    ['?sort=last_seen', ['CVE-2024-2', 'CVE-2024-1']],
    ['?q=hOLE 2', ['CVE-2024-2']],
    ['?q=%25', []],
    ['?epss_min=0.5', []],
    ['?fixable=false', ['CVE-2024-2']],
    ['?fixable=true&package=a', ['CVE-2024-1']],
  ])('with %j lists %j', async (query, expected) => {
    const { ids } = await setUp();
    expect(await ids(`/vulnerabilities${query}`)).toEqual(expected);
  });

  it('lists the vulnerabilities of the fleet', async () => {
    const { get } = await setUp();
    expect(await get('/vulnerabilities')).toEqual({
      data: [
        {
          vulnerability_id: 'CVE-2024-1',
          title: 'Hole 1',
          severity: 'critical',
          cvss_score: 9.8,
          epss: null,
          kev: null,
          hosts_affected: 1,
          packages: ['a'],
          risk: 38.7,
          risk_reason: 'CVSS 9.8.',
          first_seen: 1_790_000_010,
          last_seen: 1_790_000_010,
        },
        {
          vulnerability_id: 'CVE-2024-2',
          title: 'Hole 2',
          severity: 'medium',
          cvss_score: null,
          epss: null,
          kev: null,
          hosts_affected: 2,
          packages: ['a', 'b'],
          risk: 21.7,
          risk_reason: 'Severity medium.',
          first_seen: 1_790_000_010,
          last_seen: 1_790_000_020,
        },
      ],
      meta: { page: 1, limit: 50, total: 2, not_checked: ALL_CHECKED },
    });
  });

  it('returns the total on every page, and after the last one', async () => {
    const { get } = await setUp();
    expect(await get('/vulnerabilities?limit=1&page=2')).toMatchObject({
      data: [{ vulnerability_id: 'CVE-2024-2' }],
      meta: { total: 2 },
    });
    expect(await get('/vulnerabilities?limit=1&page=3')).toEqual({
      data: [],
      meta: { page: 3, limit: 1, total: 2, not_checked: ALL_CHECKED },
    });
  });

  it('filters vulnerabilities by group, package and severity', async () => {
    const { ids, call, second, get } = await setUp();
    const {
      data: { id },
    } = (await call('POST', '/groups', { name: 'some', host_ids: [second] })).body as {
      data: { id: number };
    };
    expect(await ids(`/vulnerabilities?group_id=${id}`)).toEqual(['CVE-2024-2']);
    expect((await get(`/vulnerabilities?group_id=${id}`)).data[0]?.hosts_affected).toBe(1);
    expect(await ids('/vulnerabilities?package=a')).toEqual(['CVE-2024-1', 'CVE-2024-2']);
    expect(await ids('/vulnerabilities?severity=high&unimportant=true')).toEqual([
      'CVE-2024-1',
      'CVE-2024-3',
    ]);
  });

  it('omits vulnerabilities without an affected host', async () => {
    const { ids, importInventory, first, call, second } = await setUp();
    await importInventory(first, [
      { name: 'a', version: '2' },
      { name: 'b', version: '2' },
    ]);
    expect(await ids('/vulnerabilities')).toEqual(['CVE-2024-2']);
    await call('DELETE', '/hosts', { ids: [first, second] });
    expect(await ids('/vulnerabilities')).toEqual([]);
  });

  it('returns one vulnerability with its findings and advisories', async () => {
    const { get, call } = await setUp();
    const { data } = await get<{ findings: Found[]; advisories: unknown[] }>(
      '/vulnerabilities/CVE-2024-2',
    );
    expect(data).toMatchObject({
      vulnerability_id: 'CVE-2024-2',
      title: 'Hole 2',
      findings_total: 3,
      acceptances: [],
      advisories: [{ name: 'DEBIAN-CVE-2024-2', feed: 'osv-debian' }],
    });
    expect(data.findings).toHaveLength(3);
    expect((await call('GET', '/vulnerabilities/CVE-1999-1')).status).toBe(404);
  });

  it('returns one vulnerability as it is listed, also without an affected host', async () => {
    const { get, importInventory, first } = await setUp();
    const {
      data: [listed],
    } = await get('/vulnerabilities');
    expect((await get<Found>('/vulnerabilities/CVE-2024-1')).data).toMatchObject({ ...listed });
    expect((await get<Found>('/vulnerabilities/CVE-2024-3')).data).toMatchObject({
      severity: 'high',
      hosts_affected: 2,
      packages: ['b'],
    });
    await importInventory(first, [{ name: 'a', version: '2' }]);
    expect((await get<Found>('/vulnerabilities/CVE-2024-1')).data).toMatchObject({
      severity: 'critical',
      hosts_affected: 0,
      packages: [],
      first_seen: null,
      last_seen: null,
      findings: [],
    });
  });
});

describe('acceptance of a vulnerability', () => {
  it('applies to the findings of its host until it is revoked', async () => {
    const { accept, ids, get, first, second, call } = await setUp();
    const { id } = await accept('CVE-2024-2', {
      reason: 'Risk accepted',
      host_id: first,
      all_places: true,
    });
    expect(await ids(`/hosts/${first}/vulnerabilities?accepted=false`)).toEqual(['CVE-2024-1']);
    expect(
      (await get(`/hosts/${first}/vulnerabilities?accepted=true&package=a`)).data,
    ).toMatchObject([{ accepted: { reason: 'Risk accepted', by: 'API_TOKEN', until: null } }]);
    expect(await ids(`/hosts/${second}/vulnerabilities?accepted=false`)).toEqual(['CVE-2024-2']);
    expect((await call('DELETE', `/vulnerabilities/CVE-2024-1/acceptances/${id}`)).status).toBe(
      404,
    );
    expect((await call('DELETE', `/vulnerabilities/CVE-2024-2/acceptances/${id}`)).status).toBe(
      204,
    );
    expect((await call('DELETE', `/vulnerabilities/CVE-2024-2/acceptances/${id}`)).status).toBe(
      404,
    );
    expect(await ids(`/hosts/${first}/vulnerabilities?accepted=true`)).toEqual([]);
  });

  it('applies to its package on all hosts until it expires', async () => {
    const { accept, ids, clock } = await setUp();
    await accept('CVE-2024-2', {
      reason: 'Only inside',
      all_hosts: true,
      package: 'b',
      until: 1_790_000_100,
    });
    expect(await ids('/vulnerabilities?accepted=true')).toEqual(['CVE-2024-2']);
    expect(await ids('/vulnerabilities?accepted=false')).toEqual(['CVE-2024-1', 'CVE-2024-2']);
    clock.set(1_790_000_100);
    expect(await ids('/vulnerabilities?accepted=true')).toEqual([]);
  });

  it('numbers each change, and tasks store the latest number at their end', async () => {
    const { accept, call, rows, ctx } = await setUp();
    const one = await accept('CVE-2024-1', { reason: 'x', all_hosts: true, all_places: true });
    await accept('CVE-2024-2', { reason: 'y', all_hosts: true, all_places: true });
    await call('DELETE', `/vulnerabilities/CVE-2024-1/acceptances/${one.id}`);
    expect(rows('SELECT began_change, ended_change FROM acceptances ORDER BY id')).toEqual([
      { began_change: 1, ended_change: 3 },
      { began_change: 2, ended_change: null },
    ]);
    ctx.database.sqlite
      .exec(`INSERT INTO templates (id, name, type, created_at, updated_at) VALUES (1, 't', 'pentest', 0, 0);
      INSERT INTO tasks (id, templates_id, task_type, status, percent, state, "trigger", hosts_total, hosts_done, created_at, updated_at) VALUES (1, 1, 'pentest', 'working', 0, '', 'manual', 0, 0, 0, 0);
      UPDATE tasks SET status = 'completed'`);
    expect(rows('SELECT acceptance_changes FROM tasks')).toEqual([{ acceptance_changes: 3 }]);
  });

  it.each([
    ['CVE-2024-1', { reason: '  ' }, 400],
    ['CVE-2024-1', {}, 400],
    ['CVE-2024-1', { reason: 'x', host_id: 999 }, 422],
    ['CVE-1999-1', { reason: 'x' }, 404],
    ['CVE-2024-1', { reason: 'x' }, 422],
    ['CVE-2024-1', { reason: 'x', surprise: 1 }, 400],
    ['CVE-2024-1', { reason: 'x\u0000' }, 400],
    ['CVE-2024-1', { reason: 'x', package: 'a\u001b[1m' }, 400],
    ['CVE-2024-1', { reason: 'x', until: 1_000_000_000 }, 400],
  ])('of %s by %j is rejected with status %i', async (id, body, status) => {
    const { accept } = await setUp();
    await accept(id, body, status);
  });
});
