import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

const URL = '/api/v1/templates/1';

async function setUp() {
  const app = await testApp({ env: { SCHEDULE_TIMEZONE: 'Europe/Berlin' } });
  const get = async (query: string) => (await app.call('GET', `${URL}${query}`)).body;
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
  for (const name of ['web', 'db']) await app.call('POST', '/groups', { name, host_ids: [1] });
  await app.call('POST', '/api/v1/templates/', {
    name: 'nightly',
    type: 'pentest',
    hosts: [1],
    groups: [2, 1],
    enabled: false,
    schedule: { type: 3, recurrence: 1, start_time: app.clock.now() - 60 },
  });
  return { ...app, get };
}

it('adds the names of hosts and groups, the next starts and the type of a template, and nothing unasked', async () => {
  const { get, call } = await setUp();
  const { body: types } = await call('GET', '/task-types');
  const type = (types as { data: { type: string }[] }).data.find((t) => t.type === 'pentest');
  const schedule = { type: 3, recurrence: 1, start_time: 1_789_999_940 };
  const { body: preview } = await call('POST', '/schedules/preview', { schedule });
  const plain = ((await get('')) as { data: object }).data;
  expect(Object.keys(plain)).not.toContain('group_names');
  expect(await get('?include=hosts,groups,starts,task_type')).toEqual({
    data: {
      ...plain,
      host_names: ['10.0.0.1'],
      group_names: ['web', 'db'],
      next_starts: (preview as { data: object }).data,
      task_type: type,
    },
  });
  expect(await get('?include=groups')).toEqual({ data: { ...plain, group_names: ['web', 'db'] } });
});

it('has the starts of a disabled schedule, and null without one', async () => {
  const { get, call } = await setUp();
  const starts = async () =>
    ((await get('?include=starts')) as { data: { next_starts: { starts: object[] } | null } }).data
      .next_starts;
  await call('PATCH', '/api/v1/templates/', { templates_id: 1, enable: false });
  expect((await starts())?.starts).toHaveLength(5);
  await call('PUT', URL, { schedule: null });
  expect(await starts()).toBeNull();
});

it('has the names of the first 30 hosts', async () => {
  const { get, call } = await setUp();
  const hosts = Array.from({ length: 40 }, (_, i) => ({
    current_ip: `10.1.0.${i}`,
    hostname: `h-${i}`,
  }));
  const { body } = await call('POST', '/hosts', hosts);
  const ids = (body as { data: { created: { id: number }[] } }).data.created.map(({ id }) => id);
  await call('PUT', URL, { hosts: ids });
  const { data } = (await get('?include=hosts')) as { data: { host_names: string[] } };
  expect(data.host_names).toEqual(hosts.slice(0, 30).map(({ hostname }) => hostname));
});

it.each(['', 'group', 'groups,', 'groups,names'])('refuses the part %j', async (include) => {
  const { get } = await setUp();
  expect(await get(`?include=${include}`)).toMatchObject({ status: 400 });
});
