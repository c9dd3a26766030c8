import { describe, expect, it } from 'vitest';
import { toNewFindings } from '../../src/templates/included/last-tasks.js';
import { fakeType, testApp, type TestApp } from '../support/app.js';

/** Two hosts; template 1 has both, template 2 the second, template 3 none. The first host cannot be reached. */
async function setUp(): Promise<TestApp> {
  const types = [
    fakeType((ip) =>
      ip === '10.0.0.1'
        ? { outcome: 'unreachable', reason: 'no_answer', detail: null }
        : { outcome: 'done', reason: null, detail: null },
    ),
  ];
  const app = await testApp({ types });
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }, { current_ip: '10.0.0.2' }]);
  for (const [name, hosts] of Object.entries({ both: [1, 2], second: [2], none: [] }))
    await app.call('POST', '/api/v1/templates/', { name, type: 'pentest', hosts, enabled: false });
  for (const id of [1, 2, 1]) {
    await app.call('POST', `/api/v1/templates/${id}`);
    await app.ctx.engine.idle();
  }
  return app;
}

describe('GET /tasks', () => {
  it.each<[string, number[]]>([
    ['host_id=1', [3, 1]],
    ['host_id=2', [3, 2, 1]],
    ['host_id=2&templates_id=2', [2]],
    ['host_id=9', []],
    ['q=task-00002', [2]],
    ['q=00001&host_id=1', [1]],
    ['q=BOTH', [3, 1]],
    ['sort=template', [1, 3, 2]],
    ['sort=-template&q=task', [2, 3, 1]],
    ['q=no such text', []],
    ['sort=id', [1, 2, 3]],
    ['sort=-id', [3, 2, 1]],
    ['sort=-hosts', [3, 1, 2]],
  ])('with %s lists these tasks', async (query, ids) => {
    const { call } = await setUp();
    const { body } = await call('GET', `/api/v1/tasks?${query}`);
    const { data, meta } = body as { data: { id: number }[]; meta: { total: number } };
    expect([data.map(({ id }) => id), meta.total]).toEqual([ids, ids.length]);
  });
});

describe('GET /templates', () => {
  it.each<[string, string[]]>([
    ['', ['both', 'second', 'none']],
    ['sort=name', ['both', 'none', 'second']],
    ['sort=-name', ['second', 'none', 'both']],
    ['sort=last_task', ['second', 'both', 'none']],
    ['sort=-last_task', ['both', 'second', 'none']],
    ['sort=next_start', ['second', 'both', 'none']],
    ['sort=-next_start', ['both', 'second', 'none']],
    ['sort=-name&limit=1&page=2', ['none']],
    ['q=O&sort=-id', ['none', 'second', 'both']],
    ['q=CON', ['second']],
    ['q=o&name=bo', ['both']],
  ])('with %s lists these templates', async (query, expected) => {
    const { call, clock } = await setUp();
    for (const [id, days] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const startTime = clock.now() + days * 86_400;
      const schedule = { type: 3, recurrence: 1, startTime };
      await call('PUT', `/api/v1/templates/${id}`, { schedule });
    }
    for (const path of ['/api/v1/template/', '/api/v1/templates']) {
      const { body } = await call('GET', `${path}?${query}`);
      expect((body as { data: { name: string }[] }).data.map(({ name }) => name)).toEqual(expected);
    }
    expect((await call('GET', '/api/v1/templates?sort=size')).status).toBe(400);
    expect((await call('GET', '/api/v1/tasks?sort=size')).status).toBe(400);
  });
});

describe('GET /tasks/{id}/hosts', () => {
  it.each<[string, number[], number]>([
    ['', [1, 2], 2],
    ['?outcome=done', [2], 1],
    ['?outcome=unreachable', [1], 1],
    ['?outcome=waiting', [], 0],
  ])('with %s lists hosts, and counts all outcomes', async (query, ids, total) => {
    const { call } = await setUp();
    const { body } = await call('GET', `/api/v1/tasks/1/hosts${query}`);
    const { data, meta } = body as { data: { host_id: number }[]; meta: object };
    expect(data.map((h) => h.host_id)).toEqual(ids);
    expect(meta).toEqual({ page: 1, limit: 50, total, outcomes: { done: 1, unreachable: 1 } });
  });

  it('counts hosts with the same outcome together', async () => {
    const app = await setUp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.3' }, { current_ip: '10.0.0.4' }]);
    const hosts = [1, 2, 3, 4];
    const template = { name: 'all', type: 'pentest', hosts, enabled: false };
    await app.call('POST', '/api/v1/templates/', template);
    await app.call('POST', '/api/v1/templates/4');
    await app.ctx.engine.idle();
    const { body } = await app.call('GET', '/api/v1/tasks/4/hosts');
    expect(body).toMatchObject({ meta: { total: 4, outcomes: { done: 3, unreachable: 1 } } });
  });
});

describe('new findings of a task', () => {
  it.each<[string | null, object | null]>([
    [null, null],
    ['{"new":[0,0,0,0,0,0]}', { total: 0, worst: null }],
    ['{"new":[0,2,1,0,0,0]}', { total: 3, worst: 'high' }],
    ['{"new":[0,0,0,0,0,4]}', { total: 4, worst: 'unknown' }],
  ])('are read from the counts %s', (counts, expected) => {
    expect(toNewFindings(counts)).toEqual(expected);
  });

  it('are in the list of templates once the chain was counted', async () => {
    const { call } = await setUp();
    const listed = async () => {
      const { body } = await call('GET', '/api/v1/templates?include=last_task');
      return (body as { data: { last_task: { new: object | null } | null }[] }).data[1]?.last_task;
    };
    expect(await listed()).toMatchObject({ new: null });
    expect((await call('GET', '/api/v1/templates/2/chain')).status).toBe(200);
    expect(await listed()).toMatchObject({ new: { total: 0, worst: null } });
  });
});

describe('GET /templates?include=last_task', () => {
  it('adds the newest task of each template', async () => {
    const { call } = await setUp();
    const { body } = await call('GET', '/api/v1/templates?include=last_task');
    const { data } = body as {
      data: {
        name: string;
        last_task: { id: number; status: string; number_task: string } | null;
      }[];
    };
    expect(data.map((t) => [t.name, t.last_task?.number_task, t.last_task?.status])).toEqual([
      ['both', 'TASK-00003', 'completed'],
      ['second', 'TASK-00002', 'completed'],
      ['none', undefined, undefined],
    ]);
    expect(data[2]?.last_task).toBeNull();
    const plain = await call('GET', '/api/v1/templates');
    expect((plain.body as { data: object[] }).data[0]).not.toHaveProperty('last_task');
  });
});
