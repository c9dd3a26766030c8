import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SummaryBody } from '../../src/fleet/fleet.schemas.js';
import type { RemediationBody } from '../../src/vulnerabilities/remediations/remediation.schemas.js';
import { setUpFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';

const RECORDS = [
  record('DEBIAN-CVE-2024-1', { severity: 'critical', cvssScore: 9.8, ranges: [range('a', '2')] }),
  record('DEBIAN-CVE-2024-2', { severity: 'medium', ranges: [range('a', '3'), range('b', null)] }),
  record('DEBIAN-CVE-2024-3', { severity: 'high', ranges: [range('b', null, { hidden: true })] }),
];
const A = { name: 'a', version: '1' };
const B = { name: 'b', version: '1' };

async function setUp() {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', RECORDS);
  const first = await app.addHost('10.0.0.1');
  const second = await app.addHost('10.0.0.2');
  await app.importInventory(first, [A, B]);
  const get = async <T>(url: string): Promise<T> => {
    const { status, body, text } = await app.call('GET', url);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return (body as { data: T }).data;
  };
  return {
    ...app,
    first,
    second,
    summary: () => get<SummaryBody>('/summary'),
    remediations: (query = '') => get<RemediationBody[]>(`/remediations${query}`),
  };
}

describe('GET /summary', () => {
  it('counts hosts, open findings and what was not checked', async () => {
    const { summary, first, second } = await setUp();
    expect(await summary()).toMatchObject({
      hosts: {
        total: 2,
        by_status: { online: 0, offline: 0, unknown: 2 },
        not_checked: 1,
        not_checked_reasons: [
          { state: 'not_matched', reason: 'not_collected', hosts: 1 },
          { state: 'not_matched', reason: 'not_collected', hosts: 1 },
        ],
      },
      findings: { open: 3, by_severity: { critical: 1, medium: 2 }, accepted: 0 },
      worst_hosts: [
        {
          host_id: first,
          ip: '10.0.0.1',
          open: 3,
          by_severity: { critical: 1, medium: 2 },
          checked: true,
        },
        { host_id: second, ip: '10.0.0.2', open: 0, risk: 0, checked: false },
      ],
      acceptances: { ending_14d: 0 },
      agents: { online: 0, offline: 0, none: 2, identity_conflicts: [] },
    });
  });

  it('counts addresses of a range at which nothing answered apart from the hosts', async () => {
    const app = await setUp();
    const counts = async () => {
      const { total, not_checked, unanswered_addresses } = (await app.summary()).hosts;
      return [total, not_checked, unanswered_addresses];
    };
    const mark = (id: number) =>
      app.ctx.database.sqlite.prepare('UPDATE hosts SET unanswered = 1 WHERE id = ?').run(id);
    expect(await counts()).toEqual([2, 1, 0]);
    mark(app.second);
    expect(await counts()).toEqual([1, 0, 1]);
    const { hosts, agents, worst_hosts } = await app.summary();
    expect(hosts.by_status).toEqual({ online: 0, offline: 0, unknown: 1 });
    expect(agents).toMatchObject({ online: 0, offline: 0, none: 1 });
    expect(worst_hosts.map(({ host_id }) => host_id)).toEqual([app.first]);
    const meta = async () =>
      ((await app.call('GET', '/vulnerabilities')).body as { meta: object }).meta;
    expect(await meta()).toMatchObject({ not_checked: { hosts: 0, reasons: {} } });
    await app.call('DELETE', `/hosts/${app.first}`);
    expect(await counts()).toEqual([0, 0, 1]);
  });

  it('has the first 20 hosts of the list by risk, those with nothing open after the others', async () => {
    const app = await setUp();
    for (let i = 3; i < 25; i += 1) await app.addHost(`10.0.0.${i}`);
    await app.importInventory(app.second + 20, [B]);
    await app.importInventory(app.second + 1, [{ name: 'a', version: '9' }]);
    const { body } = await app.call('GET', '/hosts?sort=risk&include=risk&limit=20');
    const listed = (body as { data: { id: number; open: number; by_severity: object }[] }).data;
    const { worst_hosts: worst } = await app.summary();
    expect(worst).toHaveLength(20);
    expect(worst.map((host) => [host.host_id, host.open, host.by_severity])).toEqual(
      listed.map(({ id, open, by_severity }) => [id, open, by_severity]),
    );
    const checked = worst.filter((host) => host.checked).map(({ host_id: id }) => id);
    expect(checked).toEqual([app.first, app.second + 20, app.second + 1]);
  });

  it('counts the active acceptances that end within 14 days', async () => {
    const app = await setUp();
    const accept = async (days: number): Promise<void> => {
      const until = app.clock.now() + days * 86_400;
      const body = { reason: 'x', host_id: app.first, all_places: true, until };
      await app.call('POST', '/vulnerabilities/CVE-2024-2/acceptances', body);
    };
    const ending = async () => (await app.summary()).acceptances.ending_14d;
    for (const days of [1, 14, 15]) await accept(days);
    expect(await ending()).toBe(2);
    app.clock.advance(86_400);
    expect(await ending()).toBe(2); // the first one has ended, the last one ends within 14 days
  });

  it('counts by cause what changed since the begin of a day', async () => {
    const app = await setUp();
    const since = async (time: number | string) => {
      const { body } = await app.call('GET', `/summary?since=${time}`);
      return (body as { data: SummaryBody }).data.findings.since;
    };
    const none = { total: 0, target: 0, knowledge: 0, both: 0 };
    const start = app.clock.now();
    await app.importInventory(app.first, [{ name: 'a', version: '2' }, B]); // CVE-2024-1 is fixed
    const today = Math.floor(app.clock.now() / 86_400) * 86_400;
    expect(await since(start)).toEqual({
      from: today,
      new: none,
      fixed: { ...none, total: 1, target: 1 },
    });
    expect(await since(start + 86_400)).toMatchObject({ new: none, fixed: none });
    expect((await app.call('GET', '/summary?since=yesterday')).status).toBe(400);
    expect((await app.summary()).findings).not.toHaveProperty('since');
  });

  it('answers the same after each change as from a new start', async () => {
    const app = await setUp();
    const open = async () => (await app.summary()).findings.open;
    expect(await open()).toBe(3);
    await app.importInventory(app.second, [A]);
    expect(await open()).toBe(5);
    await app.importInventory(app.first, [{ name: 'a', version: '2' }, B]);
    expect(await open()).toBe(4);
    await app.call('POST', '/vulnerabilities/CVE-2024-2/acceptances', {
      reason: 'x',
      host_id: app.first,
      all_places: true,
      until: app.clock.now() + 60,
    });
    expect((await app.summary()).findings).toMatchObject({ open: 2, accepted: 2 });
    app.clock.advance(61);
    expect((await app.summary()).findings).toMatchObject({ open: 4, accepted: 0 });
    await app.call('DELETE', `/hosts/${app.second}`);
    expect(await open()).toBe(2);
  });
});

describe('GET /remediations', () => {
  it('lists one remediation for each host and action, highest risk first', async () => {
    const { remediations, importInventory, second } = await setUp();
    await importInventory(second, [B]);
    const found = await remediations();
    expect(found.map((r) => [r.ip, r.action, r.title, r.findings])).toEqual([
      ['10.0.0.1', 'upgrade', 'Upgrade a to 3', 2],
      ['10.0.0.1', 'no_fix', 'No fix for b: monitor the advisories', 1],
      ['10.0.0.2', 'no_fix', 'No fix for b: monitor the advisories', 1],
    ]);
    expect((await remediations('?severity=high')).map((r) => r.title)).toEqual(['Upgrade a to 3']);
    expect((await remediations(`?host_id=${second}`)).length).toBe(1);
  });

  it.each([
    ['fixable=true', ['Upgrade a to 3']],
    ['fixable=false', ['No fix for b: monitor the advisories']],
    ['package=b', ['No fix for b: monitor the advisories']],
    ['q=CVE', ['Upgrade a to 3', 'No fix for b: monitor the advisories']],
    ['kev=true', []],
    ['epss_min=0.1', []],
    ['fixable=true&package=b', []],
  ])('lists the actions with a finding that matches: %s', async (filter, titles) => {
    const { remediations } = await setUp();
    expect((await remediations(`?${filter}`)).map(({ title }) => title)).toEqual(titles);
  });

  it('returns the commands for one host as a script', async () => {
    const { call, first } = await setUp();
    const { text, headers } = await call('GET', `/remediations?format=sh&host_id=${first}`);
    expect(headers['content-type']).toContain('text/x-shellscript');
    expect(text).toContain('\napt-get update\n');
    expect(text).toContain('\napt-get install --only-upgrade a\n');
    execFileSync('sh', ['-n'], { input: text });
  });

  it('refuses a script without a host, or for an unknown one', async () => {
    const { call } = await setUp();
    expect((await call('GET', '/remediations?format=sh')).status).toBe(400);
    expect((await call('GET', '/remediations?format=sh&host_id=99')).status).toBe(404);
  });
});

describe('lists of hosts with the risk', () => {
  interface RiskyHost {
    id: number;
    risk: number;
    open: number;
    known_exploited: number;
    by_severity: Record<string, number>;
    coverage: { packages: { state: string } };
  }

  it('adds risk, counts and coverage to each host on request', async () => {
    const { call, first, second } = await setUp();
    const { body } = await call('GET', '/hosts?include=risk');
    const { data, meta } = body as { data: RiskyHost[]; meta: { total: number } };
    expect(meta.total).toBe(2);
    expect(data.map((h) => [h.id, h.open, h.coverage.packages.state])).toEqual([
      [first, 3, 'matched'],
      [second, 0, 'not_matched'],
    ]);
    expect(data[0]?.by_severity).toMatchObject({ critical: 1, medium: 2 });
    expect(data[0]?.risk).toBeGreaterThan(data[1]?.risk ?? 0);
  });

  it('names the groups of each host on request, in the order of their ids', async () => {
    const { call, first, second } = await setUp();
    await call('POST', '/groups', { name: 'production', host_ids: [first] });
    await call('POST', '/groups', { name: 'Berlin "1"', host_ids: [first] });
    const { body } = await call('GET', '/hosts?include=risk');
    const { data } = body as {
      data: { id: number; group_ids: number[]; group_names?: string[] }[];
    };
    expect(data.map((h) => [h.id, h.group_ids, h.group_names])).toEqual([
      [first, [1, 2], ['production', 'Berlin "1"']],
      [second, [], undefined],
    ]);
    expect(JSON.stringify((await call('GET', '/hosts')).body)).not.toContain('group_names');
  });

  it('orders both lists by risk, also with filters and pages', async () => {
    const { call, importInventory, first, second } = await setUp();
    const third = await importThird(call);
    await importInventory(second, [B]);
    const ids = async (url: string) =>
      ((await call('GET', url)).body as { data: Record<string, number>[] }).data.map(
        (h) => h['id'] ?? h['ID'],
      );
    expect(await ids('/hosts?sort=risk')).toEqual([first, second, third]);
    expect(await ids('/hosts?sort=-risk')).toEqual([third, second, first]);
    expect(await ids('/hosts?sort=risk&limit=1&page=2')).toEqual([second]);
    expect(await ids('/hosts?sort=risk&current_ip=10.0.0.2')).toEqual([second]);
    expect(await ids('/api/v1/hosts?sort=risk')).toEqual([first, second, third]);
    expect(await ids('/api/v1/hosts?sort=-risk&limit=1')).toEqual([third]);
  });

  const importThird = async (call: Awaited<ReturnType<typeof setUp>>['call']): Promise<number> => {
    const { body } = await call('POST', '/hosts', [{ current_ip: '10.0.0.3' }]);
    return (body as { data: { created: { id: number }[] } }).data.created[0]?.id ?? 0;
  };
});

describe('the lists of findings and hosts', () => {
  it('say how many hosts were not checked, and why, of those that they are about', async () => {
    const { call, first, second, addHost, importInventory, summary } = await setUp();
    await call('POST', '/groups', { name: 'g', host_ids: [second] });
    const ofList = async (url: string) =>
      ((await call('GET', url)).body as { meta: { not_checked?: object } }).meta.not_checked;
    const notChecked = async (query: string) => {
      const found = await ofList(`/vulnerabilities?${query}`);
      for (const url of ['/findings?', '/remediations?', '/hosts?include=coverage&'])
        if (!url.startsWith('/hosts') || !query.startsWith('host_id'))
          expect(await ofList(url + query), url).toEqual(found);
      return found;
    };
    const none = { hosts: 0, unanswered_addresses: 0, reasons: {}, details: [] };
    const one = { hosts: 1, reasons: { not_collected: 1 }, details: [{ hosts: 1 }, { hosts: 1 }] };
    expect(await notChecked('')).toMatchObject({ ...one, total: 2 });
    expect(await notChecked('group_id=1')).toMatchObject({ ...one, total: 1 });
    expect(await notChecked(`host_id=${second}`)).toMatchObject({ ...one, total: 1 });
    expect(await notChecked(`host_id=${first}`)).toMatchObject({ ...none, total: 1 });
    await addHost('10.0.0.3');
    expect(await notChecked('')).toMatchObject({ hosts: 2, reasons: { not_collected: 2 } });
    const { hosts } = await summary();
    expect(hosts.not_checked).toBe(2);
    expect(await notChecked('')).toMatchObject({
      total: hosts.total,
      unanswered_addresses: hosts.unanswered_addresses,
      details: hosts.not_checked_reasons,
    });
    await importInventory(second, [A]);
    expect(await notChecked('')).toMatchObject(one);
    expect((await summary()).hosts.not_checked).toBe(1);
    expect(await ofList('/hosts?include=risk')).toBeUndefined();
  });
});
