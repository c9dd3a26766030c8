import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../../src/audit/audit.schemas.js';
import { setUpFleet } from '../../../support/fleet.js';
import { range, record } from '../../../support/stored-records.js';

const RECORDS = [
  record('DEBIAN-CVE-2024-1', {
    severity: 'critical',
    ranges: [range('a', '2'), range('b', '2')],
  }),
  record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('a', null)] }),
];
const URL = '/acceptances/bulk';

interface Result {
  dry_run: boolean;
  findings: number;
  hosts: number;
  acceptances: number;
  ids: number[];
}

/** Three hosts with packages a and b: two vulnerabilities in a, one of them in b as well. */
async function setUp() {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', RECORDS);
  const hosts: number[] = [];
  for (const i of [1, 2, 3]) {
    const id = await app.addHost(`10.0.0.${i}`);
    hosts.push(id);
    await app.importInventory(id, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
  }
  const accept = async (body: object) => {
    const { status, body: answer, text } = await app.call('POST', URL, { reason: 'test', ...body });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (answer as { data: Result }).data;
  };
  const counts = async (body: object) => {
    const { findings, hosts: on, acceptances } = await accept(body);
    return [findings, on, acceptances];
  };
  const open = async (query = '') => {
    const { body } = await app.call('GET', `/findings?state=open${query}`);
    return (body as { meta: { total: number } }).meta.total;
  };
  return { ...app, hosts, accept, counts, open };
}

describe('many acceptances at once', () => {
  it('cover what the dry run says, on the hosts of the findings', async () => {
    const { accept, open, call } = await setUp();
    expect(await open()).toBe(9);
    const body = { filter: { package: 'a' } };
    const preview = await accept({ ...body, dry_run: true });
    expect(preview).toMatchObject({ findings: 6, hosts: 3, acceptances: 6, ids: [] });
    expect(await open()).toBe(9);
    const done = await accept({ ...body, expected: preview.findings });
    expect(done).toMatchObject({ dry_run: false, findings: 6, hosts: 3, acceptances: 6 });
    expect(done.ids.length).toBe(6);
    expect([await open(), await open('&package=a')]).toEqual([3, 0]);
    const { body: listed } = await call('GET', `/acceptances/${done.ids[0]}`);
    expect((listed as { data: object }).data).toMatchObject({
      vulnerability_id: 'CVE-2024-1',
      host_id: 1,
      group_id: null,
      package: 'a',
      reason: 'test',
      by: 'API_TOKEN',
      until: null,
      findings: 1,
    });
  });

  it('are made for named findings, and only for open ones', async () => {
    const { counts, hosts, open } = await setUp();
    const finding = { vulnerability_id: 'CVE-2024-1', host_id: hosts[1], package: 'b' };
    const closed = { ...finding, package: 'c' };
    expect(await counts({ findings: [finding, finding, closed] })).toEqual([1, 1, 1]);
    expect(await open(`&host_id=${hosts[1]}`)).toBe(2);
  });

  it('are made for vulnerabilities, also everywhere', async () => {
    const { counts, open } = await setUp();
    const body = { vulnerability_ids: ['CVE-2024-1'], dry_run: true };
    expect(await counts(body)).toEqual([6, 3, 6]);
    expect(await counts({ ...body, all_places: true })).toEqual([6, 3, 3]);
    expect(await counts({ ...body, all_hosts: true })).toEqual([6, 3, 2]);
    expect(await counts({ ...body, all_hosts: true, all_places: true, dry_run: false })).toEqual([
      6, 3, 1,
    ]);
    expect(await open()).toBe(3);
  });

  it('name a group or a host, and then cover only its findings', async () => {
    const { counts, hosts, call, rows } = await setUp();
    await call('POST', '/groups', { name: 'office', host_ids: hosts.slice(0, 2) });
    const body = { filter: { package: 'a' }, dry_run: true };
    expect(await counts({ ...body, group_id: 1 })).toEqual([4, 2, 2]);
    expect(await counts({ ...body, host_id: hosts[2] })).toEqual([2, 1, 2]);
    await counts({ ...body, group_id: 1, dry_run: false, expected: 4 });
    expect(
      rows(
        'SELECT vulnerability_id AS id, host_id, group_id, package FROM acceptances ORDER BY id',
      ),
    ).toEqual([
      { id: 'CVE-2024-1', host_id: null, group_id: 1, package: 'a' },
      { id: 'CVE-2024-2', host_id: null, group_id: 1, package: 'a' },
    ]);
  });

  it('count the findings that they cover beside the selected ones', async () => {
    const { counts, clock, hosts, ctx } = await setUp();
    ctx.database.sqlite.exec(`UPDATE host_findings SET first_seen = 5 WHERE host_id = ${hosts[0]}`);
    const body = { filter: { package: 'a', since: clock.now() - 60 }, dry_run: true };
    expect(await counts(body)).toEqual([4, 2, 4]);
    expect(await counts({ ...body, all_hosts: true })).toEqual([6, 3, 2]);
  });

  it('are one transaction with a line in the audit log for each', async () => {
    const { accept, call, rows } = await setUp();
    await accept({ vulnerability_ids: ['CVE-2024-2'], dry_run: true });
    const { ids } = await accept({ vulnerability_ids: ['CVE-2024-2'], until: 1_900_000_000 });
    const { body } = await call('GET', '/audit?resource=acceptance');
    const lines = (body as { data: AuditLine[] }).data;
    expect(lines.map((line) => line.resource_id)).toEqual(ids.map(String).reverse());
    expect(lines[0]).toMatchObject({ action: 'create', status: 200, count: 1, outcome: 'ok' });
    expect(lines[0]?.changes).toMatchObject({ until: [null, 1_900_000_000], package: [null, 'a'] });
    expect(rows('SELECT DISTINCT began_change FROM acceptances').length).toBe(1);
  });

  it('are refused if other findings match than expected', async () => {
    const { accept, call, open } = await setUp();
    const body = { reason: 'test', filter: { package: 'a' }, expected: 5 };
    const refused = await call('POST', URL, body);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      409,
      'selection_changed',
    ]);
    const none = await call('POST', URL, { reason: 'test', vulnerability_ids: ['CVE-1-1'] });
    expect(none.status).toBe(409);
    expect(await open()).toBe(9);
    expect(await accept({ filter: { package: 'c' }, dry_run: true })).toMatchObject({
      findings: 0,
    });
  });

  it('are refused if they are too many, and the dry run says how many', async () => {
    const { accept, call, ctx, open } = await setUp();
    ctx.database.sqlite.exec(`
      WITH RECURSIVE c(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM c WHERE n < 400)
      INSERT INTO hosts (id, ip, ip_key, name, name_key, status, created_at, updated_at)
        SELECT n, '10.1.0.' || n, x'00', 'h' || n, 'h' || n, 'online', 0, 0 FROM c;
      INSERT INTO host_findings SELECT h.id, f.fact_id, 0, 0 FROM hosts h, (SELECT DISTINCT fact_id FROM host_findings) f WHERE h.id >= 10;
    `);
    const preview = await accept({ filter: {}, dry_run: true });
    expect(preview).toMatchObject({ findings: 1182, hosts: 394, acceptances: 1182 });
    const { status, body } = await call('POST', URL, {
      reason: 'test',
      filter: {},
      expected: 1182,
    });
    expect([status, (body as { errors: { path: string }[] }).errors[0]?.path]).toEqual([
      400,
      '/filter',
    ]);
    expect(await accept({ filter: {}, all_hosts: true, expected: 1182 })).toMatchObject({
      acceptances: 3,
    });
    expect(await open()).toBe(0);
  });

  it.each([
    [{}, 400],
    [{ filter: {}, vulnerability_ids: ['CVE-2024-1'] }, 400],
    [{ filter: {} }, 400],
    [{ filter: { state: 'open' }, dry_run: true }, 400],
    [{ filter: {}, dry_run: true, until: 5 }, 400],
    [{ filter: {}, dry_run: true, host_id: 1, all_hosts: true }, 400],
    [{ filter: {}, dry_run: true, host_id: 99 }, 422],
    [{ filter: {}, dry_run: true, group_id: 99 }, 422],
  ])('refuse the body %j', async (body, status) => {
    const { call } = await setUp();
    expect((await call('POST', URL, { reason: 'test', ...body })).status).toBe(status);
  });
});
