import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

async function setUp() {
  const app = await testApp();
  await app.call(
    'POST',
    '/hosts',
    [1, 2, 3, 4].map((n) => ({ current_ip: `10.0.0.${n}` })),
  );
  for (const name of ['office', 'dmz']) await app.call('POST', '/groups', { name });
  const params = { ports: ['22'], speed: '2' };
  const template = { name: 'a', type: 'pentest', hosts: [1], groups: [1], params, enabled: false };
  await app.call('POST', '/api/v1/templates/', template);
  const path = '/api/v1/templates/1';
  return {
    ...app,
    patch: (body: unknown) => app.call('PATCH', path, body),
    read: async () => (await app.call('GET', path)).body,
  };
}

const DAILY = { type: 3, recurrence: 1, startTime: 1_790_000_600 };

describe('PATCH /api/v1/templates/{id}', () => {
  it('adds and removes hosts and groups, and keeps the rest', async () => {
    const { patch } = await setUp();
    const body = { add_hosts: [2, 3], remove_hosts: [1], add_groups: [2], remove_groups: [1, 9] };
    expect(await patch(body)).toMatchObject({
      status: 200,
      body: { data: { name: 'a', hosts: [2, 3], groups: [2], params: { ports: ['22'] } } },
    });
  });

  it('keeps what requests change at the same time', async () => {
    const { patch, read } = await setUp();
    await Promise.all([
      ...[2, 3, 4].map((id) => patch({ add_hosts: [id] })),
      patch({ params: { speed: '5' } }),
      patch({ params: { ports: ['80'] } }),
      patch({ schedule: DAILY }),
      patch({ name: 'b' }),
    ]);
    const params = { ports: ['80'], speed: '5' };
    expect(await read()).toMatchObject({
      data: { name: 'b', hosts: [1, 2, 3, 4], params, schedule: { type: 3 } },
    });
  });

  it.each([
    [{ speed: null }, { ports: ['22'] }],
    [{ ports: null, speed: null }, null],
    [{ speed: '3' }, { ports: ['22'], speed: '3' }],
    [{}, { ports: ['22'], speed: '2' }],
    [null, null],
  ])('merges the params %j', async (params, merged) => {
    const { patch } = await setUp();
    expect((await patch({ params })).body).toMatchObject({ data: { params: merged } });
  });

  it.each([
    [{ add_hosts: [2, 99] }, 422, 'unknown_reference'],
    [{ add_hosts: [2], add_groups: [9] }, 422, 'unknown_reference'],
    [{ add_hosts: [2], params: { speed: 'fast' } }, 400, 'validation_failed'],
    [{ add_hosts: [2], hosts: [3] }, 400, 'validation_failed'],
  ])('is all or nothing: %j', async (body, status, code) => {
    const { patch, read } = await setUp();
    const before = await read();
    expect(await patch(body)).toMatchObject({ status, body: { code } });
    expect(await read()).toEqual(before);
  });

  it('never gives the rights of an admin to the logins of what an operator set up', async () => {
    const { call, patch, ctx } = await setUp();
    const { body } = await call('POST', '/tokens', { name: 'o', role: 'operator' });
    const { token } = (body as { data: { token: string } }).data;
    const role = () =>
      ctx.database.sqlite.prepare('SELECT login_role FROM templates').pluck().get();
    expect(role()).toBe('admin');
    const send = (change: object) => call('PATCH', '/api/v1/templates/1', change, { token });
    await send({ name: 'b', add_hosts: [1] });
    expect(role()).toBe('admin');
    await send({ add_hosts: [2] });
    expect(role()).toBe('operator');
    await patch({ add_hosts: [3], add_groups: [2], params: { speed: '1' } });
    expect(role()).toBe('operator');
  });
});
