import { describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../support/app.js';

const NOW = 1_790_000_000;
type Item = Record<string, unknown> & { id: number; ID: number };

/** One API version: its path, its fields, and where its responses contain a host. */
const v1 = {
  path: '/api/v1/hosts/',
  ip: 'ip',
  name: 'name',
  createdAt: 'create_at',
  updatedAt: 'update_at',
  created: (b: unknown) => b as { created: Item[]; existing: Item[] },
  item: 'ID',
};
const v2 = {
  path: '/hosts',
  ip: 'current_ip',
  name: 'hostname',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  created: (b: unknown) => (b as { data: { created: Item[]; existing: Item[] } }).data,
  item: 'id',
};
const versions = [
  ['version 1', v1],
  ['version 2', v2],
  ['version 2 under /api/v2', { ...v2, path: '/api/v2/hosts' }],
] as const;
const one = (path: string, id: number | string): string => `${path.replace(/\/$/, '')}/${id}`;
const list = (b: unknown): Item[] => (b as { data: Item[] }).data;
const count = (app: TestApp): unknown =>
  app.ctx.database.sqlite.prepare('SELECT count(*) FROM hosts').pluck().get();

describe.each(versions)('hosts in API %s', (_name, g) => {
  it('creates hosts, names them by their address if no name is given, and lists existing ones', async () => {
    const app = await testApp();
    const host = (ip: string, more: object = {}) => ({ [g.ip]: ip, ...more });
    await app.call('POST', g.path, [host('10.0.0.1')]);
    const { status, body } = await app.call('POST', g.path, [
      host('10.0.0.1', { [g.name]: 'other' }),
      host('::0001', { [g.name]: ' π ', description: 'a\nb\t😀' }),
      host('::1'),
      host('::ffff:10.0.0.1'),
    ]);
    expect(status).toBe(201);
    const { created, existing } = g.created(body);
    expect(created).toEqual([
      expect.objectContaining({
        id: 2,
        [g.ip]: '::1',
        [g.name]: 'π',
        description: 'a\nb\t😀',
        [g.createdAt]: NOW,
        [g.updatedAt]: NOW,
        group_ids: [],
      }),
    ]);
    expect(existing).toEqual([
      expect.objectContaining({ id: 1, [g.ip]: '10.0.0.1', [g.name]: '10.0.0.1', description: '' }),
    ]);
    expect(
      app.ctx.database.sqlite.prepare('SELECT ip, name, description FROM hosts ORDER BY id').all(),
    ).toEqual([
      { ip: '10.0.0.1', name: '10.0.0.1', description: '' },
      { ip: '::1', name: 'π', description: 'a\nb\t😀' },
    ]);
    expect((await app.call('POST', g.path, [host('::1')])).status).toBe(201);
  });

  it('creates hosts in the order of the request and takes the first of two with one address', async () => {
    const { call } = await testApp();
    const { body } = await call('POST', '/api/v1/hosts/', [
      { ip: '10.0.0.9', name: 'first' },
      { ip: '10.0.0.8' },
      { ip: '::ffff:10.0.0.9', name: 'second' },
    ]);
    expect(
      (body as { created: { id: number; ip: string; name: string }[] }).created.map((h) => [
        h.id,
        h.ip,
        h.name,
      ]),
    ).toEqual([
      [1, '10.0.0.9', 'first'],
      [2, '10.0.0.8', '10.0.0.8'],
    ]);
  });

  it('answers invalid bodies with 400 and creates no host', async () => {
    const app = await testApp();
    const wrong: [unknown, string][] = [
      [[], 'body'],
      [{ [g.ip]: '10.0.0.1' }, 'body'],
      [undefined, 'body'],
      [[{ [g.ip]: '10.0.0.1' }, {}], `body/1/${g.ip}`],
      [[{ [g.ip]: '10.0.0.256' }], `body/0/${g.ip}`],
      [[{ [g.ip]: '010.0.0.1' }], `body/0/${g.ip}`],
      [[{ [g.ip]: 'fe80::1%eth0' }], `body/0/${g.ip}`],
      [[{ [g.ip]: '10.0.0.0/24' }], `body/0/${g.ip}`],
      [[{ [g.ip]: 'web' }], `body/0/${g.ip}`],
      [[{ [g.ip]: 167772161 }], `body/0/${g.ip}`],
      [[{ [g.ip]: '10.0.0.1', [g.name]: '' }], `body/0/${g.name}`],
      [[{ [g.ip]: '10.0.0.1', [g.name]: 'a\0' }], `body/0/${g.name}`],
      [[{ [g.ip]: '10.0.0.1', description: 'a\0' }], 'body/0/description'],
      [[{ [g.ip]: '10.0.0.1', description: 'a\u001b[0m' }], 'body/0/description'],
      [[{ [g.ip]: '10.0.0.1', descripton: 'a' }], 'body/0/descripton'],
      [[null], 'body/0'],
      [
        [g.ip === 'ip' ? { current_ip: '10.0.0.1', hostname: 'x' } : { ip: '10.0.0.1', name: 'x' }],
        `body/0/${g.ip}`,
      ],
    ];
    for (const [body, where] of wrong) {
      const { status, body: answer } = await app.call('POST', g.path, body);
      const [first] = (answer as { errors: { in: string; path: string }[] }).errors;
      expect([status, `${first?.in}${first?.path}`], JSON.stringify(body)).toEqual([400, where]);
    }
    expect(count(app)).toBe(0);
  });

  it('accepts 10,000 hosts in one request and rejects 10,001', async () => {
    const app = await testApp();
    const hosts = Array.from({ length: 10_001 }, (_, i) => ({
      [g.ip]: `10.1.${i >> 8}.${i & 255}`,
    }));
    expect((await app.call('POST', g.path, hosts)).body).toMatchObject({
      status: 400,
      detail: expect.stringContaining('MAX_HOSTS_PER_REQUEST') as string,
    });
    const { status, body } = await app.call('POST', g.path, hosts.slice(1));
    expect([status, g.created(body).created.length, count(app)]).toEqual([201, 10_000, 10_000]);
  });

  it('filters by address, block, prefix and name, combined by AND', async () => {
    const { call } = await testApp();
    await call(
      'POST',
      g.path,
      [
        ['10.0.0.1', 'Web-1'],
        ['10.0.1.1', 'ÄRGER'],
        ['10.10.0.1', 'web 10%'],
        ['::1', 'six'],
        ['fd00::5', 'web-six'],
      ].map(([ip, name]) => ({ [g.ip]: ip, [g.name]: name })),
    );
    const cases: [string, number[]][] = [
      ['', [1, 2, 3, 4, 5]],
      [`${g.ip}=10.0.0.1`, [1]],
      [`${g.ip}=::0001`, [4]],
      [`${g.ip}=::ffff:10.0.0.1`, [1]],
      [`${g.ip}=10.0.0.0/16`, [1, 2]],
      [`${g.ip}=10.0.`, [1, 2]],
      [`${g.ip}=10.`, [1, 2, 3]],
      [`${g.ip}=10.0.0.9`, []],
      [`${g.ip}=fd00::/8`, [5]],
      [`${g.name}=wEB`, [1, 3, 5]],
      [`${g.name}=%C3%A4rg`, [2]],
      [`${g.name}=%25`, [3]],
      [`${g.name}=_`, []],
      [`${g.name}=web&${g.ip}=10.0.0.0/8`, [1, 3]],
      ['limit=2', [1, 2]],
      ['limit=2&page=3', [5]],
      ['limit=2&page=4', []],
      [`limit=1&page=2&${g.name}=web`, [3]],
    ];
    for (const [query, ids] of cases) {
      const { status, body } = await call('GET', `${g.path}?${query}`);
      expect([status, list(body).map((h) => h[g.item])], query).toEqual([200, ids]);
    }
    for (const query of [
      `${g.ip}=10.0`,
      `${g.ip}=10.0.0.1/16`,
      `${g.ip}=abc`,
      `${g.ip}=`,
      `${g.ip}=10.0.0.1%00`,
      `${g.name}=%00`,
      'limit=1001',
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'page=0',
      'page=x',
      'x=1',
      `${g.name}=a&${g.name}=b`,
      g.ip === 'ip' ? 'current_ip=10.' : 'ip=10.',
    ]) {
      expect((await call('GET', `${g.path}?${query}`)).body, query).toMatchObject({
        status: 400,
        code: 'validation_failed',
        errors: [{ in: 'query' }],
      });
    }
  });

  it('updates any field of a host, and changes nothing on an empty PUT', async () => {
    const app = await testApp();
    await app.call('POST', g.path, [
      { [g.ip]: '10.0.0.1' },
      { [g.ip]: '10.0.0.2', [g.name]: 'named' },
    ]);
    app.clock.advance(5);
    const put = async (id: number, body: unknown) => await app.call('PUT', one(g.path, id), body);
    expect((await put(1, null)).status).toBe(400);
    for (const body of [{}, undefined])
      expect(await put(1, body)).toMatchObject({
        status: 200,
        body: { data: { [g.updatedAt]: NOW } },
      });
    expect((await put(1, { description: 'x' })).body).toMatchObject({
      data: { [g.ip]: '10.0.0.1', [g.name]: '10.0.0.1', description: 'x', [g.updatedAt]: NOW + 5 },
    });
    expect((await put(2, { [g.ip]: '::0002' })).body).toMatchObject({
      data: { [g.ip]: '::2', [g.name]: 'named' },
    });
    expect((await put(2, { [g.name]: 'new', [g.ip]: '::2' })).body).toMatchObject({
      data: { [g.ip]: '::2', [g.name]: 'new' },
    });
    expect(await put(2, { [g.ip]: '::ffff:10.0.0.1', [g.name]: 'y' })).toMatchObject({
      status: 409,
      body: { code: 'ip_taken', conflict: { id: 1 } },
    });
    expect((await put(2, { [g.ip === 'ip' ? 'hostname' : 'name']: 'y' })).status).toBe(400);
    expect((await put(2, { [g.ip]: null })).status).toBe(400);
    expect((await put(99, { description: 'x' })).status).toBe(404);
    expect((await app.call('GET', one(g.path, 2))).body).toMatchObject({
      data: { [g.ip]: '::2', [g.name]: 'new' },
    });
  });

  it('accepts the body of a GET response in a PUT', async () => {
    const app = await testApp();
    await app.call('POST', g.path, [{ [g.ip]: '10.0.0.1' }]);
    await app.call('POST', '/groups', { name: 'g', host_ids: [1] });
    const { data } = (await app.call('GET', one(g.path, 1))).body as { data: Item };
    expect((await app.call('PUT', one(g.path, 1), data)).status).toBe(200);
    expect((await app.call('PUT', one(g.path, 1), { ...data, [g.name]: 'edited' })).body).toEqual({
      data: { ...data, [g.name]: 'edited' },
    });
    const [item] = list((await app.call('GET', g.path)).body);
    expect((await app.call('PUT', one(g.path, 1), item)).status).toBe(200);
  });

  it('deletes one or many hosts, all or nothing, and never reuses an id', async () => {
    const app = await testApp();
    await app.call(
      'POST',
      g.path,
      [1, 2, 3, 4].map((n) => ({ [g.ip]: `10.0.0.${n}` })),
    );
    await app.call('POST', '/groups', { name: 'g', host_ids: [4] });
    await app.call('POST', '/api/v1/templates', {
      name: 't',
      type: 'pentest',
      hosts: [4],
      enabled: false,
    });
    expect(await app.call('DELETE', g.path, { ids: [1, 98, 99, 98] })).toMatchObject({
      status: 404,
      body: {
        detail: expect.stringContaining('98, 99') as string,
        errors: [{ in: 'body', path: '/ids' }],
      },
    });
    expect(count(app)).toBe(4);
    for (const body of [{ ids: [] }, { id: [1] }, {}, undefined, [1], { ids: ['1'] }])
      expect((await app.call('DELETE', g.path, body)).status, JSON.stringify(body)).toBe(400);
    expect(await app.call('DELETE', one(g.path, 4))).toMatchObject({ status: 204, text: '' });
    expect((await app.call('GET', '/groups/1')).body).toMatchObject({ data: { host_ids: [] } });
    expect((await app.call('GET', '/api/v1/templates/1')).body).toMatchObject({
      data: { hosts: [] },
    });
    expect(await app.call('DELETE', g.path, { ids: [2, 2, 3] })).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await app.call('DELETE', one(g.path, 4))).status).toBe(404);
    expect((await app.call('GET', one(g.path, 4))).status).toBe(404);
    expect(
      g.created((await app.call('POST', g.path, [{ [g.ip]: '10.0.0.4' }])).body).created,
    ).toMatchObject([{ id: 5 }]);
  });
});

describe('differences between the API versions', () => {
  it('version 1 names fields differently in lists and single hosts, and includes templates of groups', async () => {
    const { call } = await testApp();
    await call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.1' }]);
    await call('POST', '/groups', { name: 'g', host_ids: [1] });
    await call('POST', '/api/v1/templates', {
      name: 'a',
      type: 'pentest',
      hosts: [],
      groups: [1],
      enabled: false,
    });
    await call('POST', '/api/v1/templates', {
      name: 'b',
      type: 'pentest',
      hosts: [1],
      groups: [1],
      enabled: false,
    });
    const common = {
      ip: '10.0.0.1',
      name: '10.0.0.1',
      description: '',
      group_ids: [1],
      template_ids: [1, 2],
      inventory: null,
    };
    expect((await call('GET', '/api/v1/hosts')).body).toEqual({
      data: [{ ID: 1, CreatedAt: NOW, UpdatedAt: NOW, ...common }],
    });
    expect((await call('GET', '/api/v1/hosts/1/')).body).toEqual({
      data: { id: 1, create_at: NOW, update_at: NOW, ...common },
    });
  });

  it('version 1 lists all hosts unless a page is requested', async () => {
    const { call } = await testApp();
    await call(
      'POST',
      '/hosts',
      Array.from({ length: 120 }, (_, i) => ({ current_ip: `10.0.0.${i + 1}` })),
    );
    expect(list((await call('GET', '/api/v1/hosts/')).body)).toHaveLength(120);
    expect(list((await call('GET', '/api/v1/hosts/?page=2')).body)).toHaveLength(50);
  });

  it('version 2 returns pages of 50 with a total, also of filtered lists, and updates groups of a host', async () => {
    const { call } = await testApp();
    await call(
      'POST',
      '/hosts',
      Array.from({ length: 120 }, (_, i) => ({ current_ip: `10.0.0.${i + 1}` })),
    );
    for (const name of ['a', 'b']) await call('POST', '/groups', { name });
    const { body } = await call('GET', '/hosts/?page=3');
    expect([list(body).length, (body as { meta: unknown }).meta]).toEqual([
      20,
      { page: 3, limit: 50, total: 120 },
    ]);
    expect((await call('PUT', '/hosts/7', { group_ids: [2, 1, 2] })).body).toEqual({
      data: {
        id: 7,
        current_ip: '10.0.0.7',
        hostname: '10.0.0.7',
        status: 'unknown',
        description: '',
        group_ids: [1, 2],
        last_seen: null,
        unanswered: false,
        coverage: expect.objectContaining({}) as object,
        created_at: NOW,
        updated_at: NOW,
      },
    });
    expect((await call('GET', '/hosts?group_id=2')).body).toMatchObject({
      data: [{ id: 7 }],
      meta: { total: 1 },
    });
    expect((await call('GET', '/hosts?group_id=99')).body).toEqual({
      data: [],
      meta: { page: 1, limit: 50, total: 0 },
    });
    expect((await call('GET', '/hosts?current_ip=10.0.0.0/28&limit=3')).body).toMatchObject({
      meta: { page: 1, limit: 3, total: 15 },
    });
    expect(await call('PUT', '/hosts/7', { description: 'x', group_ids: [1, 99] })).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference', errors: [{ in: 'body', path: '/group_ids' }] },
    });
    expect((await call('GET', '/hosts/7')).body).toMatchObject({
      data: { description: '', group_ids: [1, 2] },
    });
    await call('PUT', '/hosts/7', { group_ids: [] });
    expect((await call('GET', '/groups/1')).body).toMatchObject({ data: { host_ids: [] } });
  });
});
