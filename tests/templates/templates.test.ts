import { describe, expect, it } from 'vitest';
import { fakeType, testApp, type TestApp, type TestAppOptions } from '../support/app.js';
import type { TaskType } from '../../src/tasks/task-type.js';

const NOW = 1_790_000_000;
const V1 = '/api/v1';
type Data<T> = { data: T };
interface Schedule {
  scheduled_time: number;
  start_time: number;
  end_time: number | null;
  enabled: boolean;
  last_start: number;
  is_expired: boolean;
  type: number;
  recurrence: number;
}
interface Template {
  id: number;
  name: string;
  updated_at: number;
  schedule: Schedule | null;
  hosts: number[];
  groups: number[];
  params: unknown;
}

const other: TaskType = { ...fakeType(), name: 'other' };

/**
 * Creates hosts 1 and 2, group 1 with host 2, and three templates: Ärger (pentest, hosts, schedule), web
 * (pentest), web other (other).
 */
async function setUp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp({ types: [fakeType(), other], ...options });
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }, { current_ip: '10.0.0.2' }]);
  await app.call('POST', '/groups', { name: 'g', host_ids: [2] });
  await app.call('POST', `${V1}/templates/`, {
    name: 'Ärger',
    type: 'pentest',
    hosts: [1],
    groups: [1],
    params: { ports: ['22'] },
    enabled: false,
    schedule: { type: 3, recurrence: 1, startTime: NOW - 60 },
  });
  await app.call('POST', `${V1}/templates/`, {
    name: 'web',
    type: 'pentest',
    hosts: [],
    enabled: false,
  });
  await app.call('POST', `${V1}/templates/`, {
    name: 'Web other',
    type: 'other',
    hosts: [1],
    enabled: false,
  });
  return app;
}
const template = async ({ call }: TestApp, id = 1): Promise<Template> =>
  ((await call('GET', `${V1}/templates/${id}`)).body as Data<Template>).data;
const names = (answer: { body: unknown }): string[] =>
  (answer.body as Data<Template[]>).data.map((t) => t.name);

describe('template list', () => {
  const lists: [string, string, unknown, string[]][] = [
    ['everything', '', undefined, ['Ärger', 'web', 'Web other']],
    ['an empty object as the body', '', {}, ['Ärger', 'web', 'Web other']],
    ['null as the body', '', null, ['Ärger', 'web', 'Web other']],
    ['name in the body: a part, in any case', '', { name: 'WEB' }, ['web', 'Web other']],
    ['name in any case beyond ASCII', '', { name: 'äR' }, ['Ärger']],
    ['type in the body: exact', '', { type: 'pentest' }, ['Ärger', 'web']],
    ['a part of a type', '', { type: 'pen' }, []],
    ['both in the body', '', { name: 'web', type: 'other' }, ['Web other']],
    ['name in the query', '?name=web', undefined, ['web', 'Web other']],
    ['a name that the query overrides', '?name=%C3%A4rger', { name: 'web' }, ['Ärger']],
    [
      'a type in the query, the name in the body',
      '?type=other',
      { name: 'web', type: 'pentest' },
      ['Web other'],
    ],
    ['% is no wildcard', '?name=%25', undefined, []],
    ['a page', '?limit=2', undefined, ['Ärger', 'web']],
    ['the next page', '?limit=2&page=2', undefined, ['Web other']],
    ['a page past the end', '?limit=2&page=9', undefined, []],
    ['a page of a filter', '?limit=1&page=2&name=web', undefined, ['Web other']],
  ];
  it('is served at both paths, with filters in the body or in the query, which takes precedence', async () => {
    const { call } = await setUp();
    for (const [name, query, body, expected] of lists)
      for (const path of ['/template/', '/template', '/templates/', '/templates']) {
        const answer = await call('GET', `${V1}${path}${query}`, body);
        expect([answer.status, names(answer)], name).toEqual([200, expected]);
        expect(Object.keys(answer.body as object)).toEqual(['data']);
      }
  });

  const refused: [string, unknown, string][] = [
    ['?nam=x', undefined, 'query/nam'],
    ['?limit=1001', undefined, 'query/limit'],
    ['?limit=0', undefined, 'query/limit'],
    ['?page=0', undefined, 'query/page'],
    ['?limit=x', undefined, 'query/limit'],
    ['?name=%00', undefined, 'query/name'],
    ['?name=a&name=b', undefined, 'query/name'],
    ['', { nam: 'x' }, 'body/nam'],
    ['', { name: 1 }, 'body/name'],
    ['', [], 'body'],
    ['', 'null ,', 'malformed_json'],
  ];
  it('rejects unknown and invalid filters by name', async () => {
    const { call } = await setUp();
    for (const [query, body, where] of refused) {
      const { status, body: answer } = await call('GET', `${V1}/template/${query}`, body);
      const { errors, code } = answer as { errors?: { in: string; path: string }[]; code: string };
      expect(status, where).toBe(400);
      expect(errors ? `${errors[0]?.in}${errors[0]?.path}` : code).toBe(where);
    }
  });

  it('answers HEAD like GET, without the body', async () => {
    const { call } = await setUp();
    const head = await call('HEAD', `${V1}/template/`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(
      (await call('GET', `${V1}/template/`)).headers['content-length'],
    );
  });
});

describe('run of a template', () => {
  it('creates a task each time, also while another one is running', async () => {
    const app = await setUp();
    const { status, body } = await app.call('POST', `${V1}/templates/1`);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: 1,
        created_at: NOW,
        updated_at: NOW,
        number_task: 'TASK-00001',
        templates_id: 1,
        template: expect.any(String) as string,
        task_type: 'pentest',
        status: 'working',
        percent: 0,
        state: expect.any(String) as string,
        archived: false,
        started_at: null,
        finished_at: null,
        trigger: 'manual',
        scheduled_for: null,
        hosts_total: 2,
        hosts_done: 0,
        hosts_unanswered: 0,
        error: null,
      },
    });
    expect((await app.call('POST', `${V1}/templates/1/`, {})).body).toMatchObject({
      data: { id: 2, number_task: 'TASK-00002' },
    });
    await app.ctx.engine.idle();
    expect(
      app.ctx.database.sqlite.prepare('SELECT host_id, ip FROM task_hosts WHERE task_id = 1').all(),
    ).toEqual([
      { host_id: 1, ip: '10.0.0.1' },
      { host_id: 2, ip: '10.0.0.2' },
    ]);
    expect((await template(app)).schedule).toMatchObject({ last_start: 0 });
  });

  it('is rejected with 422 without hosts, and with 404 for an unknown template', async () => {
    const { call } = await setUp();
    expect((await call('POST', `${V1}/templates/2`)).body).toMatchObject({
      status: 422,
      code: 'no_hosts',
    });
    expect((await call('POST', `${V1}/templates/99`)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await call('POST', `${V1}/templates/1`, { hosts: [1] })).body).toMatchObject({
      status: 400,
    });
  });
});

describe('switch of a schedule', () => {
  it('plans nothing while disabled and only later starts once enabled', async () => {
    const app = await setUp();
    const off = await app.call('PATCH', `${V1}/templates/`, { templates_id: 1, enable: false });
    expect([off.status, off.body]).toMatchObject([
      200,
      { data: { id: 1, schedule: { enabled: false, scheduled_time: 0 } } },
    ]);
    app.clock.advance(3 * 86_400);
    const on = await app.call('PATCH', `${V1}/templates`, { templates_id: 1, enable: true });
    expect(on.body).toMatchObject({
      data: { schedule: { enabled: true, scheduled_time: NOW - 60 + 4 * 86_400, last_start: 0 } },
    });
    expect(
      app.ctx.database.sqlite.prepare('SELECT enabled, scheduled_time FROM schedules').get(),
    ).toEqual({
      enabled: 1,
      scheduled_time: NOW - 60 + 4 * 86_400,
    });
  });

  const refused: [unknown, number, string][] = [
    [{ templates_id: 99, enable: true }, 404, 'not_found'],
    [{ templates_id: 2, enable: true }, 409, 'no_schedule'],
    [{ templates_id: 2, enable: false }, 409, 'no_schedule'],
    [{ templates_id: '1', enable: true }, 400, 'validation_failed'],
    [{ templates_id: 1 }, 400, 'validation_failed'],
    [{ templates_id: 1, enabled: true }, 400, 'validation_failed'],
    [{ templates_id: 1, enable: 1 }, 400, 'validation_failed'],
    [undefined, 400, 'validation_failed'],
  ];
  it('is rejected for invalid bodies and templates without a schedule', async () => {
    const { call } = await setUp();
    for (const [body, status, code] of refused)
      expect(
        (await call('PATCH', `${V1}/templates/`, body)).body,
        JSON.stringify(body),
      ).toMatchObject({ status, code });
  });
});

describe('update of a template', () => {
  it('changes nothing when the body of a GET response is sent back', async () => {
    const app = await setUp();
    for (const id of [1, 2, 3]) {
      const before = await template(app, id);
      const { status, body } = await app.call('PUT', `${V1}/templates/${id}`, before);
      expect([status, body]).toEqual([200, { data: before }]);
    }
  });

  it('accepts an edited body of a GET response', async () => {
    const app = await setUp();
    const before = await template(app);
    app.clock.advance(10);
    const { body } = await app.call('PUT', `${V1}/templates/1/`, {
      ...before,
      name: 'new',
      hosts: [2, 2],
      schedule: { ...before.schedule, recurrence: 2 },
    });
    expect(body).toEqual({
      data: {
        ...before,
        name: 'new',
        hosts: [2],
        updated_at: NOW + 10,
        schedule: { ...before.schedule, recurrence: 2, scheduled_time: NOW - 60 + 2 * 86_400 },
      },
    });
    expect(await template(app)).toEqual((body as Data<Template>).data);
  });

  const changes: [string, object, object][] = [
    [
      'the name alone',
      { name: 'x' },
      { name: 'x', hosts: [1], groups: [1], params: { ports: ['22'] } },
    ],
    ['hosts alone', { hosts: [2] }, { hosts: [2], groups: [1] }],
    ['no hosts', { hosts: [] }, { hosts: [], groups: [1] }],
    ['groups alone', { groups: [] }, { hosts: [1], groups: [] }],
    ['params alone', { params: { speed: '5' } }, { params: { speed: '5' } }],
    ['params away', { params: null }, { params: null }],
    ['the schedule away', { schedule: null }, { schedule: null }],
    [
      'another schedule, camelCase',
      { schedule: { type: 1, recurrence: 5, startTime: NOW, endTime: NOW + 900 } },
      {
        schedule: {
          type: 1,
          recurrence: 5,
          start_time: NOW,
          end_time: NOW + 900,
          enabled: true,
          scheduled_time: NOW + 300,
          last_start: 0,
          is_expired: false,
        },
      },
    ],
    [
      'the schedule switched off',
      { schedule: { type: 3, recurrence: 1, enabled: false } },
      {
        schedule: expect.objectContaining({
          enabled: false,
          scheduled_time: 0,
          start_time: NOW,
        }) as object,
      },
    ],
    ['the type that it has', { type: 'pentest', name: 'y' }, { name: 'y' }],
  ];
  it.each(changes)('accepts %s', async (_name, change, expected) => {
    const app = await setUp();
    const { status, body } = await app.call('PUT', `${V1}/templates/1`, change);
    expect([status, body]).toMatchObject([200, { data: expected }]);
    expect(await template(app)).toEqual((body as Data<Template>).data);
  });

  it('changes nothing for an empty body', async () => {
    const app = await setUp();
    const before = await template(app);
    app.clock.advance(10);
    for (const body of [{}, undefined, { id: 77, created_at: 1, updated_at: 2 }])
      expect(await app.call('PUT', `${V1}/templates/1`, body)).toMatchObject({
        status: 200,
        body: { data: before },
      });
  });

  const refused: [string, unknown, number, string, string?][] = [
    ['another type', { type: 'other', name: 'n' }, 422, 'type_fixed', '/type'],
    ['unknown hosts', { name: 'n', hosts: [9] }, 422, 'unknown_reference', '/hosts'],
    ['unknown groups', { name: 'n', groups: [9] }, 422, 'unknown_reference', '/groups'],
    [
      'wrong params',
      { name: 'n', params: { ports: ['1', 2] } },
      400,
      'validation_failed',
      '/params/ports/1',
    ],
    ['an unknown key', { name: 'n', enabled: true }, 400, 'validation_failed', '/enabled'],
    [
      'an unknown key of the schedule',
      { schedule: { type: 1, recurrence: 1, foo: 1 } },
      400,
      'validation_failed',
      '/schedule/foo',
    ],
    [
      'both spellings',
      { schedule: { type: 1, recurrence: 1, startTime: 1, start_time: 1 } },
      400,
      'validation_failed',
      '/schedule/start_time',
    ],
    [
      'an end that is before the start that is now',
      { name: 'n', schedule: { type: 1, recurrence: 1, endTime: NOW - 1 } },
      400,
      'validation_failed',
    ],
    ['a name of null', { name: null }, 400, 'validation_failed', '/name'],
  ];
  it('is rejected for invalid changes, without any effect', async () => {
    const app = await setUp();
    const before = await template(app);
    for (const [name, body, status, code, path] of refused) {
      const answer = await app.call('PUT', `${V1}/templates/1`, body);
      expect(answer.body, name).toMatchObject({ status, code });
      if (path)
        expect((answer.body as { errors: { path: string }[] }).errors[0]?.path, name).toBe(path);
    }
    expect(await template(app)).toEqual(before);
  });

  it('is rejected with 404 for an unknown id', async () => {
    const { call } = await setUp();
    expect((await call('PUT', `${V1}/templates/99`, { name: 'x' })).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('deletion of templates', () => {
  const left = (app: TestApp): unknown[] =>
    app.ctx.database.sqlite.prepare('SELECT id FROM templates ORDER BY id').pluck().all();

  it('archives the tasks, stops the running ones, and never reuses the id', async () => {
    const app = await setUp({
      types: [
        {
          ...fakeType(),
          run: (_host, job) =>
            new Promise((_resolve, reject) =>
              job.signal.addEventListener('abort', () => reject(new Error('stopped'))),
            ),
        },
        other,
      ],
    });
    await app.call('POST', `${V1}/templates/1`);
    const { status, text } = await app.call('DELETE', `${V1}/templates/1`);
    expect([status, text]).toEqual([204, '']);
    await app.ctx.engine.idle();
    expect((await app.call('GET', `${V1}/tasks/1`)).body).toMatchObject({
      data: { status: 'stopped', archived: true, templates_id: 1 },
    });
    expect((await app.call('GET', `${V1}/templates/1`)).status).toBe(404);
    expect(app.ctx.database.sqlite.prepare('SELECT count(*) FROM schedules').pluck().get()).toBe(0);
    await app.call('DELETE', `${V1}/templates`, { id: [2, 3] });
    expect(
      (
        await app.call('POST', `${V1}/templates/`, {
          name: 'n',
          type: 'pentest',
          hosts: [],
          enabled: false,
        })
      ).body,
    ).toMatchObject({ data: { id: 4 } });
  });

  it('accepts many ids in `id`, with duplicates', async () => {
    const app = await setUp();
    expect((await app.call('DELETE', `${V1}/templates/`, { id: [1, 3, 1] })).status).toBe(204);
    expect(left(app)).toEqual([2]);
  });

  it('deletes all or nothing and lists unknown ids in the 404', async () => {
    const app = await setUp();
    const { body } = await app.call('DELETE', `${V1}/templates`, { id: [1, 98, 2, 99] });
    expect(body).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringContaining('98, 99') as string,
      errors: [{ in: 'body', path: '/id' }],
    });
    expect(left(app)).toEqual([1, 2, 3]);
    expect((await app.call('DELETE', `${V1}/templates/99`)).status).toBe(404);
  });

  it('rejects an empty array and bodies of another shape with 400', async () => {
    const app = await setUp();
    for (const body of [{ id: [] }, { ids: [1] }, { id: 1 }, { id: ['1'] }, undefined, {}, [1]])
      expect(
        (await app.call('DELETE', `${V1}/templates`, body)).body,
        JSON.stringify(body),
      ).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(left(app)).toEqual([1, 2, 3]);
  });
});

describe('schedule of a template', () => {
  it('has a preview of 1 to 1000 starts', async () => {
    const { call } = await setUp();
    const starts = (n: number): number[] =>
      Array.from({ length: n }, (_, k) => NOW - 60 + (k + 1) * 86_400);
    expect((await call('GET', `${V1}/templates/1/schedule/preview`)).body).toEqual({
      data: starts(10),
    });
    expect((await call('GET', `${V1}/templates/1/schedule/preview/?count=1000`)).body).toEqual({
      data: starts(1000),
    });
    for (const count of ['0', '1001', '-1', 'x', '1.5', ''])
      expect(
        (await call('GET', `${V1}/templates/1/schedule/preview?count=${count}`)).status,
        count,
      ).toBe(400);
    expect((await call('GET', `${V1}/templates/2/schedule/preview`)).body).toMatchObject({
      status: 409,
      code: 'no_schedule',
    });
    expect((await call('GET', `${V1}/templates/9/schedule/preview`)).status).toBe(404);
  });

  it('has a paged history, newest first', async () => {
    const app = await setUp();
    const record = app.ctx.database.sqlite.prepare(
      'INSERT INTO schedule_history (template_id, due_at, result, reason, detail, task_id, recorded_at) VALUES (1, ?, ?, ?, NULL, ?, ?)',
    );
    record.run(NOW - 200, 'started', null, 5, NOW - 200);
    record.run(NOW - 100, 'skipped', 'overlap', null, NOW - 100);
    expect((await app.call('GET', `${V1}/templates/1/schedule/history?limit=1`)).body).toEqual({
      data: [
        {
          due_at: NOW - 100,
          result: 'skipped',
          reason: 'overlap',
          detail: null,
          task_id: null,
          recorded_at: NOW - 100,
        },
      ],
      meta: { page: 1, limit: 1, total: 2 },
    });
    expect(
      (await app.call('GET', `${V1}/templates/1/schedule/history?limit=1&page=2`)).body,
    ).toMatchObject({ data: [{ due_at: NOW - 200, result: 'started', task_id: 5 }] });
    expect((await app.call('GET', `${V1}/templates/2/schedule/history/`)).body).toEqual({
      data: [],
      meta: { page: 1, limit: 50, total: 0 },
    });
    expect((await app.call('GET', `${V1}/templates/9/schedule/history`)).status).toBe(404);
  });
});
