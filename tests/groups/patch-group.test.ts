import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

async function setUp() {
  const app = await testApp();
  const hosts = [1, 2, 3, 4].map((n) => ({ current_ip: `10.0.0.${n}` }));
  await app.call('POST', '/hosts', hosts);
  await app.call('POST', '/groups', { name: 'office', host_ids: [1] });
  await app.call('POST', '/groups', { name: 'dmz' });
  const patch = (body: unknown, id = 1) => app.call('PATCH', `/groups/${id}`, body);
  return { ...app, patch };
}

describe('PATCH /groups/{id}', () => {
  it('adds and removes hosts, and keeps the others', async () => {
    const { patch, clock } = await setUp();
    clock.advance(5);
    const body = { name: 'hq', add_host_ids: [2, 3, 2], remove_host_ids: [1, 99] };
    expect(await patch(body)).toMatchObject({
      status: 200,
      body: { data: { name: 'hq', host_ids: [2, 3], updated_at: clock.now() } },
    });
  });

  it('keeps what requests add at the same time', async () => {
    const { patch, call } = await setUp();
    await Promise.all([2, 3, 4].map((id) => patch({ add_host_ids: [id] })));
    expect((await call('GET', '/groups/1')).body).toMatchObject({
      data: { host_ids: [1, 2, 3, 4] },
    });
  });

  it('changes nothing for members that are there already, and for an empty body', async () => {
    const { patch, call, clock } = await setUp();
    const before = (await call('GET', '/groups/1')).body;
    clock.advance(5);
    for (const body of [{}, { add_host_ids: [1], remove_host_ids: [2] }])
      expect((await patch(body)).body).toEqual(before);
  });

  it.each([
    [{ add_host_ids: [2, 99] }, 422, 'unknown_reference'],
    [{ add_host_ids: [2], name: 'dmz' }, 409, 'name_taken'],
    [{ add_host_ids: [2], host_ids: [3] }, 400, 'validation_failed'],
    [{ add_host_ids: Array.from({ length: 10_001 }, (_, i) => i + 1) }, 400, 'validation_failed'],
  ])('is all or nothing', async (body, status, code) => {
    const { patch, call } = await setUp();
    expect(await patch(body)).toMatchObject({ status, body: { code } });
    expect((await call('GET', '/groups/1')).body).toMatchObject({ data: { host_ids: [1] } });
  });

  it('answers 404 for an unknown group', async () => {
    const { patch } = await setUp();
    expect((await patch({ add_host_ids: [1] }, 9)).status).toBe(404);
  });

  it('lets only an admin add hosts to a group in the scope of a credential', async () => {
    const { patch, call } = await setUp();
    const operator = await createOperator(call);
    const credential = { name: 'c', type: 'ssh_password', username: 'u', password: 'p' };
    const scope = { group_ids: [1], networks: [] };
    expect((await call('POST', '/credentials', { ...credential, scope })).status).toBe(201);
    const send = (body: object) => call('PATCH', '/groups/1', body, { token: operator });
    expect((await send({ add_host_ids: [2] })).status).toBe(403);
    expect((await send({ add_host_ids: [1], remove_host_ids: [1] })).status).toBe(200);
    expect((await patch({ add_host_ids: [2] })).status).toBe(200);
  });
});

type Call = Awaited<ReturnType<typeof testApp>>['call'];

async function createOperator(call: Call): Promise<string> {
  const { body } = await call('POST', '/tokens', { name: 'o', role: 'operator' });
  return (body as { data: { token: string } }).data.token;
}
