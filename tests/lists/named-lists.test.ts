import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const CHANNEL = { type: 'webhook', format: 'json', url: 'http://127.0.0.1:9/hook' };
const LOGIN = { type: 'ssh_password', username: 'root', password: 'secret' };

it.each([
  ['/groups', {}],
  ['/tokens', { role: 'viewer' }],
  ['/credentials', LOGIN],
  ['/notification-channels', CHANNEL],
])('%s is searched by a part of the name, and ordered by name', async (path, fields) => {
  const { call } = await testApp();
  const created = ['Beta', 'alpha', 'gamma 10%'];
  for (const name of created)
    expect((await call('POST', path, { name, ...fields })).status).toBe(201);
  const names = async (query: string) => {
    const { body } = await call('GET', `${path}?${query}`);
    const { data, meta } = body as { data: { name: string }[]; meta: object };
    return { names: data.map(({ name }) => name), meta };
  };
  expect((await names('q=a')).names.filter((name) => created.includes(name))).toEqual(created);
  expect((await names('q=a&sort=name')).names.filter((name) => created.includes(name))).toEqual([
    'alpha',
    'Beta',
    'gamma 10%',
  ]);
  expect((await names('sort=-name&limit=2')).names).toEqual(['gamma 10%', 'Beta']);
  expect((await names('sort=-id&limit=1')).names).toEqual(['gamma 10%']);
  expect((await names('sort=-id&limit=1&page=2')).names).toEqual(['alpha']);
  expect(await names('q=ALPH')).toEqual({
    names: ['alpha'],
    meta: { page: 1, limit: 50, total: 1 },
  });
  expect((await names('q=0%25')).names).toEqual(['gamma 10%']);
  expect((await names('q=_')).names).toEqual([]);
  expect((await call('GET', `${path}?sort=secret`)).status).toBe(400);
});
