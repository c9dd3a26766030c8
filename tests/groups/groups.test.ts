import { describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../support/app.js';

const NOW = 1_790_000_000;
async function setUp(): Promise<TestApp> {
  const app = await testApp();
  await app.call(
    'POST',
    '/hosts',
    [1, 2, 3].map((n) => ({ current_ip: `10.0.0.${n}` })),
  );
  return app;
}

describe.each(['/groups', '/api/v2/groups'])('groups at %s', (path) => {
  it('creates, reads, lists, updates and deletes groups, and keeps their hosts', async () => {
    const app = await setUp();
    expect(await app.call('POST', path, { name: ' rack 1 ', host_ids: [2, 1, 2] })).toMatchObject({
      status: 201,
      body: {
        data: {
          id: 1,
          name: 'rack 1',
          description: '',
          host_ids: [1, 2],
          created_at: NOW,
          updated_at: NOW,
        },
      },
    });
    await app.call('POST', `${path}/`, { name: 'rack 2', description: 'by the\ndoor' });
    expect((await app.call('GET', `${path}?limit=1&page=2`)).body).toEqual({
      data: [
        {
          id: 2,
          name: 'rack 2',
          description: 'by the\ndoor',
          host_ids: [],
          created_at: NOW,
          updated_at: NOW,
        },
      ],
      meta: { page: 2, limit: 1, total: 2 },
    });
    app.clock.advance(5);
    const { data } = (await app.call('GET', `${path}/1`)).body as { data: object };
    for (const body of [{}, undefined])
      expect((await app.call('PUT', `${path}/1`, body)).body).toEqual({ data });
    expect((await app.call('PUT', `${path}/1`, { ...data, name: 'new' })).body).toEqual({
      data: { ...data, name: 'new', updated_at: NOW + 5 },
    });
    expect((await app.call('PUT', `${path}/1/`, { host_ids: [3] })).body).toMatchObject({
      data: { name: 'new', host_ids: [3] },
    });
    expect(await app.call('DELETE', `${path}/1`)).toMatchObject({ status: 204, text: '' });
    expect((await app.call('GET', `${path}/1`)).status).toBe(404);
    expect(app.ctx.database.sqlite.prepare('SELECT count(*) FROM hosts').pluck().get()).toBe(3);
    await app.call('DELETE', path, { ids: [2, 2] });
    expect((await app.call('POST', path, { name: 'x' })).body).toMatchObject({ data: { id: 3 } });
  });

  it('adds a host to a group and removes it', async () => {
    const { call } = await setUp();
    await call('POST', path, { name: 'g' });
    for (const times of [1, 2])
      expect(await call('PUT', `${path}/1/hosts/2`), String(times)).toMatchObject({
        status: 200,
        body: { data: { host_ids: [2] } },
      });
    expect(await call('DELETE', `${path}/1/hosts/2/`)).toMatchObject({ status: 204, text: '' });
    for (const [method, url] of [
      ['DELETE', '1/hosts/2'],
      ['PUT', '1/hosts/99'],
      ['PUT', '9/hosts/1'],
      ['DELETE', '9/hosts/1'],
    ] as const)
      expect((await call(method, `${path}/${url}`)).body, url).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    expect((await call('PUT', `${path}/1/hosts/x`)).body).toMatchObject({
      status: 400,
      errors: [{ in: 'path', path: '/host_id' }],
    });
  });

  it('rejects invalid requests without any change', async () => {
    const { call } = await setUp();
    await call('POST', path, { name: 'a', host_ids: [1] });
    await call('POST', path, { name: 'b' });
    const cases: [string, string, unknown, number, object][] = [
      ['POST', '', { name: 'a' }, 409, { code: 'name_taken', conflict: { id: 1 } }],
      [
        'PUT',
        '/2',
        { name: ' a ', host_ids: [1] },
        409,
        { code: 'name_taken', conflict: { id: 1 } },
      ],
      [
        'POST',
        '',
        { name: 'c', host_ids: [1, 99] },
        422,
        { errors: [{ in: 'body', path: '/host_ids' }] },
      ],
      ['PUT', '/1', { name: 'z', host_ids: [99] }, 422, { code: 'unknown_reference' }],
      ['POST', '', {}, 400, {}],
      ['POST', '', { name: '' }, 400, {}],
      ['POST', '', { name: 'c', hosts: [1] }, 400, { errors: [{ in: 'body', path: '/hosts' }] }],
      ['PUT', '/1', { nme: 'c' }, 400, {}],
      ['PUT', '/99', { name: 'c' }, 404, {}],
      ['DELETE', '/99', undefined, 404, {}],
      ['DELETE', '', { ids: [1, 99] }, 404, { errors: [{ in: 'body', path: '/ids' }] }],
      ['DELETE', '', { ids: [] }, 400, {}],
      ['GET', '?limit=1001', undefined, 400, {}],
    ];
    for (const [method, url, body, status, more] of cases)
      expect(
        (await call(method, `${path}${url}`, body)).body,
        `${method} ${url} ${JSON.stringify(body)}`,
      ).toMatchObject({ status, ...more });
    expect((await call('GET', path)).body).toMatchObject({
      data: [
        { name: 'a', host_ids: [1] },
        { name: 'b', host_ids: [] },
      ],
      meta: { total: 2 },
    });
  });
});
