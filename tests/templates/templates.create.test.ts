import { describe, expect, it } from 'vitest';
import { inventoryParams } from '../../src/inventory/inventory.params.js';
import type { TaskType } from '../../src/tasks/task-type.js';
import { fakeType, testApp, type TestApp } from '../support/app.js';

const NOW = 1_790_000_000;
const PATH = '/api/v1/templates/';
const body = (more: object = {}) => ({
  name: 'nightly',
  type: 'pentest',
  hosts: [],
  enabled: false,
  ...more,
});

async function setUp(env: Record<string, string> = {}, types = [fakeType()]): Promise<TestApp> {
  const app = await testApp({ env, types });
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }, { current_ip: '10.0.0.2' }]);
  return app;
}
const rows = (app: TestApp, sql: string): unknown[] => app.ctx.database.sqlite.prepare(sql).all();

describe('creation of a template', () => {
  it('returns 201 with the template and starts no task if it is disabled', async () => {
    const app = await setUp();
    const { status, body: answer } = await app.call(
      'POST',
      PATH,
      body({ hosts: [2, 1, 2], params: { ports: ['22'], speed: '3' } }),
    );
    expect(status).toBe(201);
    expect(answer).toEqual({
      data: {
        id: 1,
        created_at: NOW,
        updated_at: NOW,
        name: 'nightly',
        type: 'pentest',
        hosts: [1, 2],
        groups: [],
        params: { ports: ['22'], speed: '3' },
        schedule: null,
      },
    });
    expect(rows(app, 'SELECT * FROM templates')).toEqual([
      {
        id: 1,
        login_role: 'admin',
        name: 'nightly',
        shares_name: 0,
        type: 'pentest',
        params: '{"ports":["22"],"speed":"3"}',
        created_at: NOW,
        updated_at: NOW,
      },
    ]);
    expect(rows(app, 'SELECT * FROM tasks')).toEqual([]);
  });

  it('has the hosts that match a filter, if their number is the expected one', async () => {
    const app = await setUp();
    const create = (expected: number) =>
      app.call('POST', PATH, body({ hosts: { filter: { q: '10.0.0.' }, expected } }));
    expect(await create(2)).toMatchObject({ status: 201, body: { data: { hosts: [1, 2] } } });
    expect(await create(3)).toMatchObject({ status: 409, body: { code: 'selection_changed' } });
    expect(rows(app, 'SELECT id FROM templates')).toHaveLength(1);
    const typo = await app.call('POST', PATH, body({ hosts: { filter: { x: 1 }, expected: 2 } }));
    expect(typo).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(typo.text).toContain('"/hosts/filter');
  });

  it('starts a task immediately if it is enabled', async () => {
    const app = await setUp();
    const { status } = await app.call('POST', PATH, body({ hosts: [1], enabled: true }));
    expect(status).toBe(201);
    expect(
      rows(app, 'SELECT templates_id, "trigger", hosts_total, scheduled_for FROM tasks'),
    ).toEqual([{ templates_id: 1, trigger: 'creation', hosts_total: 1, scheduled_for: null }]);
    await app.ctx.engine.idle();
  });

  it('creates nothing if it is enabled without hosts', async () => {
    const app = await setUp();
    const { status, body: answer } = await app.call('POST', PATH, body({ enabled: true }));
    expect([status, answer]).toEqual([422, expect.objectContaining({ code: 'no_hosts' })]);
    expect(rows(app, 'SELECT * FROM templates UNION ALL SELECT * FROM templates')).toEqual([]);
  });

  it('creates nothing if it is enabled with too many hosts', async () => {
    const app = await setUp({ MAX_HOSTS_PER_TASK: '1' });
    const { status, body: answer } = await app.call(
      'POST',
      PATH,
      body({ hosts: [1, 2], enabled: true }),
    );
    expect([status, answer]).toEqual([422, expect.objectContaining({ code: 'too_many_hosts' })]);
    expect(rows(app, 'SELECT * FROM templates')).toEqual([]);
  });

  it('accepts groups and resolves their hosts when a task starts', async () => {
    const app = await setUp();
    await app.call('POST', '/groups', { name: 'g', host_ids: [1] });
    expect((await app.call('POST', PATH, body({ groups: [1, 1] }))).body).toMatchObject({
      data: { hosts: [], groups: [1] },
    });
    await app.call('PUT', '/groups/1/hosts/2');
    expect((await app.call('POST', `${PATH}1`)).body).toMatchObject({ data: { hosts_total: 2 } });
    await app.ctx.engine.idle();
  });

  const scheduled: [string, object, object][] = [
    [
      'camelCase times',
      { startTime: NOW - 3600, endTime: NOW + 10 * 86_400 },
      { start_time: NOW - 3600, end_time: NOW + 10 * 86_400, scheduled_time: NOW + 86_400 - 3600 },
    ],
    [
      'snake_case times',
      { start_time: NOW + 60, end_time: null },
      { start_time: NOW + 60, end_time: null, scheduled_time: NOW + 60 },
    ],
    [
      'digits as text',
      { startTime: String(NOW + 5) },
      { start_time: NOW + 5, scheduled_time: NOW + 5 },
    ],
    [
      'ISO 8601 with an offset',
      { startTime: '2026-09-21T16:13:25+02:00' },
      { start_time: NOW + 5, scheduled_time: NOW + 5 },
    ],
    [
      'ISO 8601 with Z',
      { startTime: '2026-09-21T14:13:25Z' },
      { start_time: NOW + 5, scheduled_time: NOW + 5 },
    ],
    [
      'no times: from now, so the first start is a period later',
      {},
      { start_time: NOW, end_time: null, scheduled_time: NOW + 86_400 },
    ],
    [
      'times of null, which are none',
      { startTime: null, endTime: null },
      { start_time: NOW, end_time: null, scheduled_time: NOW + 86_400 },
    ],
    [
      'a start of null in snake_case',
      { start_time: null },
      { start_time: NOW, end_time: null, scheduled_time: NOW + 86_400 },
    ],
    [
      'an end in the past: accepted, and expired',
      { startTime: NOW - 100, endTime: NOW - 50 },
      { is_expired: true, scheduled_time: 0, enabled: true },
    ],
    [
      'a start exactly at the end',
      { startTime: NOW - 86_400, endTime: NOW + 86_400 },
      { is_expired: false, scheduled_time: NOW + 86_400 },
    ],
  ];
  it.each(scheduled)(
    'accepts a schedule with %s, enabled regardless of the template',
    async (_name, times, expected) => {
      const app = await setUp();
      const { status, body: answer } = await app.call(
        'POST',
        PATH,
        body({ schedule: { type: 3, recurrence: 1, ...times } }),
      );
      expect(status).toBe(201);
      expect((answer as { data: { schedule: unknown } }).data.schedule).toEqual(
        expect.objectContaining({
          type: 3,
          recurrence: 1,
          enabled: true,
          last_start: 0,
          is_expired: false,
          ...expected,
        }),
      );
      expect(rows(app, 'SELECT template_id, unit, recurrence, enabled FROM schedules')).toEqual([
        { template_id: 1, unit: 3, recurrence: 1, enabled: 1 },
      ]);
    },
  );

  const schedule = (s: object) => body({ schedule: { type: 1, recurrence: 1, ...s } });
  const refused: [string, unknown, string[]][] = [
    ['an unknown type, listing the known', body({ type: 'nmap' }), ['/type']],
    ['no type', { name: 'a', hosts: [], enabled: false }, ['/type']],
    ['no hosts key', { name: 'a', type: 'pentest', enabled: false }, ['/hosts']],
    ['no enabled', { name: 'a', type: 'pentest', hosts: [] }, ['/enabled']],
    ['enabled as text', body({ enabled: 'true' }), ['/enabled']],
    ['an empty name', body({ name: '  ' }), ['/name']],
    ['a name of 256 characters', body({ name: 'x'.repeat(256) }), ['/name']],
    ['NUL in the name', body({ name: 'a\0b' }), ['/name']],
    ['a line feed in the name', body({ name: 'a\nb' }), ['/name']],
    [
      'half a surrogate pair',
      '{"name":"\\ud800","type":"pentest","hosts":[],"enabled":false}',
      ['/name'],
    ],
    ['text as a host id', body({ hosts: ['1'] }), ['/hosts/0']],
    ['a fraction as a host id', body({ hosts: [1, 1.5] }), ['/hosts/1']],
    ['host id 0', body({ hosts: [0] }), ['/hosts/0']],
    [
      'a huge host id',
      '{"name":"a","type":"pentest","hosts":[1e300],"enabled":false}',
      ['/hosts/0'],
    ],
    [
      'params that the type refuses, at the item',
      body({ params: { ports: ['1', '2', '3', 4] } }),
      ['/params/ports/3'],
    ],
    ['params that the type does not know', body({ params: { prots: ['1'] } }), ['/params/prots']],
    ['params that are no object', body({ params: [1] }), ['/params']],
    ['an unknown key', body({ comment: 'x' }), ['/comment']],
    [
      'several wrong things at once',
      body({ comment: 'x', name: 1, enabled: null }),
      ['/name', '/enabled', '/comment'],
    ],
    ['a misspelt start', schedule({ start_Time: 1 }), ['/schedule/start_Time']],
    [
      'both spellings of the start',
      schedule({ startTime: NOW, start_time: NOW }),
      ['/schedule/start_time'],
    ],
    [
      'both spellings of the end',
      schedule({ endTime: NOW + 9, end_time: NOW + 9 }),
      ['/schedule/end_time'],
    ],
    ['a start in milliseconds', schedule({ startTime: NOW * 1000 }), ['/schedule/startTime']],
    [
      'a start without offset',
      schedule({ startTime: '2026-09-21T13:33:25' }),
      ['/schedule/startTime'],
    ],
    ['a start that is no time', schedule({ start_time: 'tomorrow' }), ['/schedule/start_time']],
    [
      'both spellings of the start, one of them null',
      schedule({ startTime: null, start_time: NOW }),
      ['/schedule/start_time'],
    ],
    ['a negative start', schedule({ startTime: -1 }), ['/schedule/startTime']],
    [
      'a day that does not exist',
      schedule({ startTime: '2026-02-30T00:00:00Z' }),
      ['/schedule/startTime'],
    ],
    ['an end at the start', schedule({ startTime: NOW, endTime: NOW }), ['/schedule/endTime']],
    [
      'an end before the start',
      schedule({ start_time: NOW, end_time: NOW - 1 }),
      ['/schedule/end_time'],
    ],
    ['unit 0', schedule({ type: 0 }), ['/schedule/type']],
    ['unit 6', schedule({ type: 6 }), ['/schedule/type']],
    ['unit as text', schedule({ type: 'day' }), ['/schedule/type']],
    ['recurrence 0', schedule({ recurrence: 0 }), ['/schedule/recurrence']],
    ['recurrence 10,001', schedule({ recurrence: 10_001 }), ['/schedule/recurrence']],
    ['a schedule without unit', body({ schedule: { recurrence: 1 } }), ['/schedule/type']],
    ['a read-only field of the schedule', schedule({ last_start: 0 }), ['/schedule/last_start']],
    ['a schedule that is a text', body({ schedule: 'daily' }), ['/schedule']],
    ['an array as the body', [body()], ['']],
    ['no body', undefined, ['']],
    ['null as the body', null, ['']],
  ];
  it('rejects an invalid body with 400 and its path, and creates nothing', async () => {
    const app = await setUp();
    for (const [name, sent, paths] of refused) {
      const { status, body: answer } = await app.call('POST', PATH, sent);
      expect([status, answer], name).toEqual([
        400,
        expect.objectContaining({ code: 'validation_failed' }),
      ]);
      expect(
        (answer as { errors: { in: string; path: string }[] }).errors.map(
          (e) => `${e.in}${e.path}`,
        ),
        name,
      ).toEqual(paths.map((p) => `body${p}`));
    }
    expect(rows(app, 'SELECT * FROM templates')).toEqual([]);
  });

  it('lists the known types in the error, and suspects milliseconds', async () => {
    const { call } = await setUp();
    expect((await call('POST', PATH, body({ type: 'nmap' }))).text).toContain(
      'must be one of: pentest',
    );
    expect((await call('POST', PATH, schedule({ startTime: NOW * 1000 }))).text).toContain(
      'milliseconds',
    );
  });

  const unknown: [string, object, string][] = [
    ['hosts', { hosts: [1, 98, 99] }, '98, 99'],
    ['groups', { hosts: [1], groups: [7] }, '7'],
  ];
  it.each(unknown)('rejects unknown %s with 422 and creates nothing', async (key, more, named) => {
    const app = await setUp();
    const { status, body: answer } = await app.call(
      'POST',
      PATH,
      body({ ...more, schedule: { type: 1, recurrence: 1 } }),
    );
    expect(status).toBe(422);
    expect(answer).toMatchObject({
      code: 'unknown_reference',
      detail: expect.stringContaining(named) as string,
      errors: [{ in: 'body', path: `/${key}` }],
    });
    expect(
      rows(app, 'SELECT id FROM templates UNION ALL SELECT template_id FROM schedules'),
    ).toEqual([]);
  });

  it('accepts null for schedule and params, and a name of 255 emoji', async () => {
    const { call } = await setUp();
    const name = '😀'.repeat(255);
    const { status, body: answer } = await call(
      'POST',
      PATH,
      body({ name, schedule: null, params: null }),
    );
    expect([status, answer]).toMatchObject([201, { data: { name, schedule: null, params: null } }]);
  });
});

describe('a template with a credential', () => {
  const inventoryType = { ...fakeType(), name: 'inventory', params: inventoryParams } as TaskType;
  const params = (id: number) => ({ credential_id: id });
  const unknown = {
    status: 422,
    body: {
      code: 'unknown_reference',
      errors: [{ in: 'body', path: '/params/credential_id' }],
    },
  };
  const login = { name: 'c', type: 'ssh_password', username: 'u', password: 'p' };
  const inventory = (id: number, more: object = {}) =>
    body({ type: 'inventory', params: params(id), ...more });

  it.each([{}, { enabled: true, hosts: [1] }, { schedule: { type: 1, recurrence: 1 } }])(
    'that does not exist is refused, and nothing is created: %o',
    async (more) => {
      const app = await setUp({}, [inventoryType]);
      expect(await app.call('POST', PATH, inventory(1, more))).toMatchObject(unknown);
      expect(rows(app, 'SELECT id FROM templates')).toEqual([]);
      await app.call('POST', '/credentials', login);
      expect((await app.call('POST', PATH, inventory(1, more))).status).toBe(201);
    },
  );

  it('is not changed to one that does not exist', async () => {
    const app = await setUp({}, [inventoryType]);
    await app.call('POST', '/credentials', login);
    await app.call('POST', PATH, inventory(1));
    const change = { params: params(2) };
    expect(await app.call('PUT', `${PATH}1`, change)).toMatchObject(unknown);
    expect(await app.call('PATCH', `${PATH}1`, change)).toMatchObject(unknown);
    expect((await app.call('PUT', `${PATH}1`, { name: 'other' })).status).toBe(200);
  });

  it('that was deleted says so at its next task, and can be renamed', async () => {
    const app = await setUp({}, [inventoryType]);
    await app.call('POST', '/credentials', login);
    await app.call('POST', PATH, inventory(1, { hosts: [1] }));
    expect((await app.call('DELETE', '/credentials/1')).status).toBe(204);
    expect((await app.call('PUT', `${PATH}1`, { name: 'other' })).status).toBe(200);
    expect(await app.call('PUT', `${PATH}1`, { params: params(1) })).toMatchObject(unknown);
  });
});
