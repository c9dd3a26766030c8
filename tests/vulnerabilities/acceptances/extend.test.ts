import { describe, expect, it } from 'vitest';
import { setUpAcceptances } from './setup.js';

const CVE = 'CVE-2024-1';
const DAY = 86_400;

interface Registered {
  id: number;
  until: number | null;
  reason: string;
  ended_at: number | null;
  replaces: number | null;
  findings: number;
}

async function setUp() {
  const fleet = await setUpAcceptances();
  const until = fleet.clock.now() + DAY;
  const { id } = await fleet.accept({
    vulnerability_id: CVE,
    host_id: fleet.first,
    package: 'a',
    until,
  });
  return { ...fleet, id, until };
}

describe('PUT /acceptances/{id}', () => {
  it('replaces the acceptance, keeps the old one as ended, and covers the same findings', async () => {
    const { call, clock, id, until } = await setUp();
    const before = (await call('GET', `/acceptances/${id}`)).body as { data: Registered };
    clock.advance(60);
    const answer = await call('PUT', `/acceptances/${id}`, { until: until + DAY });
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body as { data: Registered };
    expect(data).toMatchObject({
      ...before.data,
      id: id + 1,
      until: until + DAY,
      replaces: id,
      created_at: clock.now(),
    });
    expect(data.findings).toBeGreaterThan(0);
    const old = (await call('GET', `/acceptances/${id}`)).body as { data: Registered };
    expect(old.data).toMatchObject({ until, ended_at: clock.now(), replaces: null });
    const audit = await call('GET', '/audit?resource=acceptance&action=update');
    expect((audit.body as { data: object[] }).data).toMatchObject([{ resource_id: String(id) }]);
  });

  it('changes the reason, and takes the end away', async () => {
    const { call, id } = await setUp();
    const { body } = await call('PUT', `/acceptances/${id}`, { until: null, reason: 'Approved' });
    expect((body as { data: Registered }).data).toMatchObject({ until: null, reason: 'Approved' });
  });

  it('refuses an ended acceptance, an expiry in the past, and an unknown one', async () => {
    const { call, clock, id, until } = await setUp();
    const put = async (of: number, body: object) =>
      (await call('PUT', `/acceptances/${of}`, body)).status;
    expect(await put(id, { until: clock.now() })).toBe(400);
    expect(await put(99, { until: null })).toBe(404);
    expect(await put(id, {})).toBe(400);
    clock.set(until + 1);
    expect(await put(id, { until: null })).toBe(409);
    expect((await call('GET', '/acceptances')).body).toMatchObject({ meta: { total: 1 } });
  });
});
