import { describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../support/app.js';

const NOW = 1_790_000_000;
const DAY = 86_400;

interface Item {
  template_id: number;
  name: string;
  expected_seconds: number | null;
  past: { due_at: number; result: string; reason: string | null; task_id: number | null }[];
  planned: number[];
  planned_truncated: boolean;
}

async function createTemplate(app: TestApp, name: string, schedule: object | null): Promise<void> {
  const body = { name, type: 'pentest', hosts: [1], enabled: false, schedule };
  expect((await app.call('POST', '/api/v1/templates/', body)).status).toBe(201);
}

async function setUp(): Promise<TestApp> {
  const app = await testApp({ env: { SCHEDULE_TIMEZONE: 'Europe/Berlin' } });
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
  await createTemplate(app, 'daily', { type: 3, recurrence: 1, startTime: NOW - DAY });
  await createTemplate(app, 'without', null);
  await createTemplate(app, 'minutely', { type: 1, recurrence: 1, startTime: NOW });
  return app;
}

async function starts(app: TestApp, query: string): Promise<{ data: Item[]; meta: object }> {
  const answer = await app.call('GET', `/schedules/starts${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Item[]; meta: object };
}

describe('GET /schedules/starts', () => {
  it('returns the planned starts of every template with a schedule, bounded', async () => {
    const app = await setUp();
    const { data, meta } = await starts(app, `?from=${NOW}&to=${NOW + 3 * DAY}`);
    expect(data.map((d) => d.name)).toEqual(['daily', 'minutely']);
    expect(data[0]?.planned).toEqual([NOW + DAY, NOW + 2 * DAY]);
    expect(data[1]?.planned).toHaveLength(100);
    expect(data.map((d) => d.planned_truncated)).toEqual([false, true]);
    expect(meta).toEqual({
      page: 1,
      limit: 50,
      total: 2,
      from: NOW,
      to: NOW + 3 * DAY,
      zone: 'Europe/Berlin',
    });
    expect((await starts(app, '?page=2&limit=1')).data.map((d) => d.name)).toEqual(['minutely']);
  });

  it('returns past starts with their results, and the median length of the last five tasks', async () => {
    const app = await setUp();
    const { sqlite } = app.ctx.database;
    const task = sqlite.prepare(
      `INSERT INTO tasks (id, templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at, started_at, finished_at)
       VALUES (?, 1, 'pentest', 'completed', '', 'schedule', 1, 0, 0, 1000, 1000 + ?)`,
    );
    [900, 10, 50, 20, 40, 30].forEach((seconds, i) => task.run(i + 1, seconds));
    const history = sqlite.prepare(
      'INSERT INTO schedule_history (template_id, due_at, result, reason, task_id, recorded_at) VALUES (1, ?, ?, ?, ?, 0)',
    );
    history.run(NOW - 3 * DAY, 'started', null, 5);
    history.run(NOW - 2 * DAY, 'skipped', 'overlap', null);
    history.run(NOW - DAY, 'started', null, 6);
    const { data } = await starts(app, `?from=${NOW - 2 * DAY}&to=${NOW + 1}`);
    expect(data[0]?.past.map((p) => [p.due_at, p.result, p.reason, p.task_id])).toEqual([
      [NOW - 2 * DAY, 'skipped', 'overlap', null],
      [NOW - DAY, 'started', null, 6],
    ]);
    expect(data.map((d) => d.expected_seconds)).toEqual([30, null]);
  });

  it.each([
    ['?from=20&to=20', '/to'],
    [`?from=0&to=${63 * DAY}`, '/to'],
    ['?from=yesterday', '/from'],
  ])('refuses the range %s', async (query, path) => {
    const app = await testApp();
    const { status, body } = await app.call('GET', `/schedules/starts${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'validation_failed' })]);
    expect((body as { errors: { path: string }[] }).errors[0]?.path).toBe(path);
  });
});

describe('POST /schedules/preview', () => {
  it('returns the starts that the saved schedule has', async () => {
    const app = await setUp();
    const schedule = { type: 3, recurrence: 2, start_time: NOW - DAY };
    const answer = await app.call('POST', '/schedules/preview', { schedule, count: 3 });
    const { zone, starts: previewed } = (
      answer.body as { data: { zone: string; starts: { at: number }[] } }
    ).data;
    await createTemplate(app, 'saved', schedule);
    const saved = await app.call('GET', '/api/v1/templates/4/schedule/preview?count=3');
    expect(zone).toBe('Europe/Berlin');
    expect(previewed.map((s) => s.at)).toEqual((saved.body as { data: number[] }).data);
  });

  it('has the errors of saving', async () => {
    const app = await setUp();
    const schedule = { type: 9, recurrence: 0, start_time: 20, end_time: 10 };
    const saved = await app.call('POST', '/api/v1/templates/', {
      name: 'x',
      type: 'pentest',
      hosts: [1],
      enabled: false,
      schedule,
    });
    const previewed = await app.call('POST', '/schedules/preview', { schedule });
    expect(saved.status).toBe(400);
    expect(previewed.status).toBe(400);
    const errors = (answer: typeof saved) => (answer.body as { errors: unknown }).errors;
    expect(errors(previewed)).toEqual(errors(saved));
  });

  it('leaves no line in the audit log', async () => {
    const app = await setUp();
    const count = () =>
      app.ctx.database.sqlite.prepare('SELECT count(*) FROM audit').pluck().get() as number;
    const before = count();
    await app.call('POST', '/schedules/preview', { schedule: { type: 3, recurrence: 1 } });
    expect(count()).toBe(before);
  });
});

describe('a first start that the clocks of the zone skip', () => {
  const GAP = Date.parse('2027-03-28T01:30:00Z') / 1000;
  const NEXT = [GAP, GAP + 23 * 3_600, GAP + 47 * 3_600];

  async function storeAtGap(startTime: number | string) {
    const app = await setUp();
    await createTemplate(app, 'gap', { type: 3, recurrence: 1, startTime });
    const read = async () => {
      const { body } = await app.call('GET', '/api/v1/templates/4');
      const preview = await app.call('GET', '/api/v1/templates/4/schedule/preview?count=3');
      const { schedule } = (body as { data: { schedule: Record<string, unknown> } }).data;
      return { schedule, starts: (preview.body as { data: number[] }).data };
    };
    return { app, read };
  }

  it('is moved alone, and the local time stays when the template is read, edited and sent back', async () => {
    const { app, read } = await storeAtGap('2027-03-28T02:30:00+01:00');
    const { schedule, starts } = await read();
    expect(schedule).toMatchObject({ start_time: GAP, local_time: '02:30' });
    expect(starts).toEqual(NEXT);
    await app.call('PUT', '/api/v1/templates/4', { schedule: { ...schedule, recurrence: 2 } });
    expect((await read()).schedule).toMatchObject({ recurrence: 2, local_time: '02:30' });
    await app.call('PUT', '/api/v1/templates/4', {
      schedule: { type: 3, recurrence: 1, start_time: GAP + 3_600 },
    });
    expect((await read()).schedule).toMatchObject({ local_time: null });
  });

  it.each([GAP, '2027-03-28T03:30:00+02:00', '2027-03-28T01:30:00Z'])(
    'is the local time after the change where %j was asked for',
    async (startTime) => {
      const { schedule, starts } = await (await storeAtGap(startTime)).read();
      expect(schedule).toMatchObject({ start_time: GAP, local_time: null });
      expect(starts).toEqual([GAP, GAP + 86_400, GAP + 2 * 86_400]);
    },
  );
});
