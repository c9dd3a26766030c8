import { describe, expect, it } from 'vitest';
import type { TaskType } from '../../src/tasks/task-type.js';
import { fakeType, testApp, type TestApp } from '../support/app.js';
import { service } from '../support/services.js';

const NOW = 1_790_000_000;
const V1 = '/api/v1';

/** Runs until it is aborted. */
const endless: TaskType = {
  ...fakeType(),
  run: (_host, job) =>
    new Promise((_resolve, reject) =>
      job.signal.addEventListener('abort', () => reject(new Error('stopped'))),
    ),
};

const scanning = fakeType((ip) =>
  ip === '10.0.0.2'
    ? { outcome: 'unreachable', reason: 'no_answer', detail: 'Nothing answered' }
    : {
        outcome: 'done',
        reason: null,
        detail: null,
        scan: {
          services: [
            service(22, { service: 'ssh', version: '9.2p1', details: { a: ['b'], n: 1 } }),
            service(443),
          ],
          scanned_ports: [22, 443],
        },
      },
);

async function setUp(types: readonly TaskType[] = [scanning]): Promise<TestApp> {
  const app = await testApp({ types });
  await app.call(
    'POST',
    '/hosts',
    [1, 2].map((n) => ({ current_ip: `10.0.0.${n}`, hostname: `web-${n}` })),
  );
  await app.call('POST', `${V1}/templates/`, {
    name: 't',
    type: 'pentest',
    hosts: [1, 2],
    enabled: false,
  });
  return app;
}
async function run(app: TestApp, id = 1): Promise<void> {
  await app.call('POST', `${V1}/templates/${id}`);
  await app.ctx.engine.idle();
}
const ids = (response: { body: unknown }): number[] =>
  (response.body as { data: { id: number }[] }).data.map((t) => t.id);

describe('task routes', () => {
  it('return the state of a task, the outcome of each host with its reason, and the results', async () => {
    const app = await setUp();
    await run(app);
    expect((await app.call('GET', `${V1}/tasks/1`)).body).toMatchObject({
      data: {
        id: 1,
        number_task: 'TASK-00001',
        status: 'completed',
        percent: 100,
        hosts_total: 2,
        hosts_done: 2,
        started_at: NOW,
        finished_at: NOW,
        error: null,
        archived: false,
        trigger: 'manual',
      },
    });
    expect((await app.call('GET', `${V1}/tasks/1/hosts`)).body).toEqual({
      data: [
        {
          host_id: 1,
          ip: '10.0.0.1',
          name: 'web-1',
          outcome: 'done',
          reason: null,
          detail: null,
          started_at: NOW,
          finished_at: NOW,
        },
        {
          host_id: 2,
          ip: '10.0.0.2',
          name: 'web-2',
          outcome: 'unreachable',
          reason: 'no_answer',
          detail: 'Nothing answered',
          started_at: NOW,
          finished_at: NOW,
        },
      ],
      meta: { page: 1, limit: 50, total: 2, outcomes: { done: 1, unreachable: 1 } },
    });
    const { body } = await app.call('GET', `${V1}/tasks/1/results/`);
    expect(body).toMatchObject({
      data: [
        {
          host_id: 1,
          ip: '10.0.0.1',
          name: 'web-1',
          outcome: 'done',
          services: [
            {
              port: 22,
              service: 'ssh',
              version: '9.2p1',
              product: null,
              details: { a: ['b'], n: 1 },
            },
            { port: 443, service: null },
          ],
        },
        { host_id: 2, outcome: 'unreachable', services: [] },
      ],
      meta: { total: 2 },
    });
    expect((await app.call('GET', `${V1}/tasks/1/results?limit=1&page=2`)).body).toMatchObject({
      data: [{ host_id: 2 }],
      meta: { page: 2, limit: 1, total: 2 },
    });
  });

  it('return each service with the time it was first seen and the time of the task', async () => {
    const app = await setUp();
    await run(app);
    app.clock.advance(100);
    await run(app);
    const seen = async (path: string) =>
      (
        (await app.call('GET', path)).body as {
          data: { services: { port: number; first_seen: number; last_seen: number }[] }[];
        }
      ).data[0]?.services.map((s) => [s.port, s.first_seen, s.last_seen]);
    expect(await seen(`${V1}/tasks/1/results`)).toEqual([
      [22, NOW, NOW],
      [443, NOW, NOW],
    ]);
    expect(await seen(`${V1}/tasks/2/results`)).toEqual([
      [22, NOW, NOW + 100],
      [443, NOW, NOW + 100],
    ]);
    expect((await app.call('GET', '/hosts/1/services')).body).toMatchObject({
      data: [{ port: 22, first_seen: NOW, last_seen: NOW + 100 }, { port: 443 }],
      meta: { total: 2 },
    });
    expect((await app.call('GET', '/api/v2/hosts/1/services?limit=1&page=2')).body).toMatchObject({
      data: [{ port: 443 }],
    });
    expect((await app.call('GET', '/hosts/9/services')).status).toBe(404);
    expect((await app.call('GET', '/hosts/1')).body).toMatchObject({
      data: { status: 'online', last_seen: NOW + 100 },
    });
    expect((await app.call('GET', '/hosts/2')).body).toMatchObject({
      data: { status: 'offline', last_seen: null },
    });
  });

  it('return the results of a deleted host with its former address and name', async () => {
    const app = await setUp();
    await run(app);
    await app.call('PUT', '/hosts/1', { hostname: 'renamed' });
    await app.call('DELETE', '/hosts/1');
    expect((await app.call('GET', `${V1}/tasks/1/results`)).body).toMatchObject({
      data: [
        {
          host_id: 1,
          ip: '10.0.0.1',
          name: 'web-1',
          services: [{ port: 22, first_seen: NOW, last_seen: NOW }, {}],
        },
        {},
      ],
    });
  });

  it('list tasks newest first, filtered by template, status, type and archive', async () => {
    const app = await setUp();
    await app.call('POST', `${V1}/templates/`, {
      name: 'u',
      type: 'pentest',
      hosts: [2],
      enabled: false,
    });
    for (const id of [1, 2, 1]) await run(app, id);
    await app.call('DELETE', `${V1}/templates/2`);
    const cases: [string, number[], number][] = [
      ['', [3, 1], 2],
      ['?archived=false', [3, 1], 2],
      ['?archived=true', [2], 1],
      ['?archived=all', [3, 2, 1], 3],
      ['?archived=all&templates_id=2', [2], 1],
      ['?templates_id=1', [3, 1], 2],
      ['?templates_id=99', [], 0],
      ['?status=completed', [3, 1], 2],
      ['?status=failed&archived=all', [2], 1],
      ['?status=working', [], 0],
      ['?task_type=pentest', [3, 1], 2],
      ['?task_type=nmap', [], 0],
      ['?limit=1&page=2', [1], 2],
      ['?page=99', [], 2],
    ];
    for (const [query, expected, total] of cases)
      for (const path of ['/tasks/', '/tasks']) {
        const response = await app.call('GET', `${V1}${path}${query}`);
        expect(
          [ids(response), (response.body as { meta: { total: number } }).meta.total],
          query,
        ).toEqual([expected, total]);
      }
    for (const query of [
      '?status=done',
      '?archived=1',
      '?templates_id=x',
      '?limit=1001',
      '?x=1',
      '?status=working&status=failed',
    ])
      expect((await app.call('GET', `${V1}/tasks/${query}`)).body, query).toMatchObject({
        status: 400,
        errors: [{ in: 'query' }],
      });
  });

  it('stop a working task with 202, and return 409 afterwards', async () => {
    const app = await setUp([endless]);
    await app.call('POST', `${V1}/templates/1`);
    expect(await app.call('DELETE', `${V1}/tasks/1`)).toMatchObject({
      status: 409,
      body: { code: 'task_working' },
    });
    expect(await app.call('POST', `${V1}/tasks/1/stop`)).toMatchObject({
      status: 202,
      body: { data: { id: 1, number_task: 'TASK-00001' } },
    });
    await app.ctx.engine.idle();
    const { body } = await app.call('GET', `${V1}/tasks/1`);
    expect(body).toMatchObject({ data: { status: 'stopped', finished_at: NOW } });
    expect((body as { data: { percent: number } }).data.percent).toBeLessThan(100);
    expect(await app.call('POST', `${V1}/tasks/1/stop/`)).toMatchObject({
      status: 409,
      body: { code: 'task_finished' },
    });
    expect((await app.call('POST', `${V1}/tasks/99/stop`)).status).toBe(404);
    expect((await app.call('GET', `${V1}/tasks/1/hosts`)).body).toMatchObject({
      data: [{ outcome: 'stopped' }, { outcome: 'stopped' }],
    });
  });

  it('delete a task with its results, and do not reuse its id', async () => {
    const app = await setUp();
    await run(app);
    expect(await app.call('DELETE', `${V1}/tasks/1`)).toMatchObject({ status: 204, text: '' });
    for (const path of ['', '/hosts', '/results'])
      expect((await app.call('GET', `${V1}/tasks/1${path}`)).body, path).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    expect((await app.call('DELETE', `${V1}/tasks/1`)).status).toBe(404);
    for (const table of ['tasks', 'task_hosts', 'task_scans'])
      expect(
        app.ctx.database.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
        table,
      ).toBe(0);
    expect((await app.call('POST', `${V1}/templates/1`)).body).toMatchObject({
      data: { id: 2, number_task: 'TASK-00002' },
    });
    await app.ctx.engine.idle();
  });
});
