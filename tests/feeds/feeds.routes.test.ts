import { createServer } from 'node:net';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN, temporaryFolder, testApp, type TestApp } from '../support/app.js';
import { zipOf } from '../support/archives.js';
import { osv } from '../support/knowledge.js';
import { publisher } from '../support/publisher.js';

const zip = (...records: string[]): Buffer =>
  zipOf(records.map((data, i) => ({ name: `${i}.json`, data })));
const debian = zip(
  osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1'),
  osv('DEBIAN-CVE-2026-2', 'bash', null),
);

interface Feed {
  name: string;
  status: string;
  progress: unknown;
  error: string | null;
  version: string | null;
  records: number;
}
const findFeed = async (app: TestApp, name: string): Promise<Feed | undefined> =>
  ((await app.call('GET', '/feeds')).body as { data: Feed[] }).data.find((f) => f.name === name);
const waitForUpdate = (app: TestApp, name: string): Promise<Feed | undefined> =>
  vi.waitFor(
    async () => {
      const feed = await findFeed(app, name);
      expect(feed?.progress).toBeNull();
      return feed;
    },
    { timeout: 15_000 },
  );

async function createToken(app: TestApp, role: string): Promise<string> {
  return (
    (await app.call('POST', '/tokens', { name: role, role })).body as { data: { token: string } }
  ).data.token;
}

describe('GET /feeds', () => {
  it('lists all feeds before anything is loaded, also under /api/v2', async () => {
    const app = await testApp();
    const { status, body } = await app.call('GET', '/feeds');
    expect(status).toBe(200);
    expect((body as { data: Feed[] }).data.map((f) => [f.name, f.status])).toEqual(
      [
        'osv-debian',
        'osv-ubuntu',
        'osv-alpine',
        'osv-almalinux',
        'osv-rocky',
        'osv-redhat',
        'osv-suse',
        'osv-opensuse',
        'osv-wolfi',
        'osv-chainguard',
        'debian-tracker',
        'alpine-secdb',
        'nvd',
        'kev',
        'epss',
        'eol',
      ].map((name) => [name, 'empty']),
    );
    expect((await app.call('GET', '/api/v2/feeds?limit=2&page=2')).body).toMatchObject({
      data: [{ name: 'osv-alpine' }, { name: 'osv-almalinux' }],
      meta: { page: 2, limit: 2, total: 16 },
    });
  });
});

describe('PUT /feeds/{name}', () => {
  it.each(['application/zip', 'application/json', 'text/plain; charset=utf-8'])(
    'loads a file sent as %s',
    async (type) => {
      const app = await testApp();
      const response = await app.call('PUT', '/feeds/osv-debian', debian, {
        headers: { 'content-type': type },
      });
      expect([response.status, response.body]).toEqual([
        200,
        {
          data: expect.objectContaining({
            name: 'osv-debian',
            status: 'ready',
            version: '2026-01-01T00:00:00Z',
            records: 2,
            ranges: 2,
            rejected: 0,
            updated_at: app.clock.now(),
            age_seconds: 0,
            error: null,
            progress: null,
          }) as unknown,
        },
      ]);
      expect(readdirSync(join(app.dir, 'feeds'))).toEqual(['osv-debian']);
      app.clock.advance(100);
      expect(await findFeed(app, 'osv-debian')).toMatchObject({ age_seconds: 100 });
    },
  );

  it('refuses an unreadable file, keeps the previous data, and stores no file', async () => {
    const app = await testApp();
    await app.call('PUT', '/feeds/osv-debian', debian);
    const files = [
      [debian.subarray(0, 100), 422, 'feed_damaged'],
      ['{"CVE_data_format":"MITRE","CVE_Items":[]}', 422, 'unsupported_format'],
      [zip('{}', '{"a":1}', osv('DEBIAN-CVE-2026-3', 'curl', null)), 422, 'feed_not_understood'],
    ] as const;
    for (const [body, status, code] of files) {
      const feed = code === 'unsupported_format' ? 'nvd' : 'osv-debian';
      expect(
        await app.call('PUT', `/feeds/${feed}`, Buffer.from(body), {
          headers: { 'content-type': 'application/octet-stream' },
        }),
      ).toMatchObject({ status, body: { code } });
    }
    expect(await findFeed(app, 'osv-debian')).toMatchObject({
      status: 'ready',
      records: 2,
      error: expect.stringContaining('invalid') as string,
    });
    expect(await findFeed(app, 'nvd')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/1\.1/) as string,
    });
    expect(readdirSync(join(app.dir, 'feeds'))).toEqual(['osv-debian']);
  });

  it('refuses a file over the limit, an unknown feed, an invalid part, and a missing file', async () => {
    const app = await testApp({ env: { FEED_LIMIT_BYTES: String(1 << 20) } });
    const put = (path: string, body?: Buffer) =>
      app.call('PUT', path, body, { headers: { 'content-type': 'application/zip' } });
    expect(await put('/feeds/osv-debian', Buffer.alloc((1 << 20) + 1))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
    expect(await put('/feeds/osv-gentoo', debian)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await put('/feeds/alpine-secdb?part=../../x', debian)).toMatchObject({ status: 400 });
    expect(await put('/feeds/osv-debian?part=bookworm', debian)).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: [
          {
            in: 'query',
            path: '/part',
            message: expect.stringContaining('alpine-secdb and nvd') as string,
          },
        ],
      },
    });
    expect(await put('/feeds/osv-gentoo?part=x', debian)).toMatchObject({ status: 404 });
    expect(await put('/feeds/osv-debian')).toMatchObject({ status: 422 });
    expect(await app.call('PUT', '/feeds/osv-debian')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(existsSync(join(app.dir, 'feeds')) ? readdirSync(join(app.dir, 'feeds')) : []).toEqual(
      [],
    );
  });

  it('loads simultaneous requests one after the other', async () => {
    const app = await testApp();
    const responses = await Promise.all(
      [1, 2, 3].map((i) =>
        app.call('PUT', '/feeds/osv-debian', zip(osv(`DEBIAN-CVE-2026-${i}`, 'bash', null))),
      ),
    );
    expect(responses.map((r) => r.status)).toEqual([200, 200, 200]);
    expect(await findFeed(app, 'osv-debian')).toMatchObject({ records: 1, status: 'ready' });
  });

  it('keeps the previous data when the sender disconnects', async () => {
    const app = await testApp();
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const controller = new AbortController();
    let pulled = 0;
    const body = new ReadableStream({
      pull(c) {
        if (++pulled > 3) controller.abort();
        else c.enqueue(debian.subarray(0, 50));
      },
    });
    await expect(
      fetch(`${address}/feeds/osv-debian`, {
        method: 'PUT',
        body,
        duplex: 'half',
        signal: controller.signal,
        headers: { authorization: `Bearer ${ADMIN}` },
      }),
    ).rejects.toThrow();
    await vi.waitFor(() =>
      expect(existsSync(join(app.dir, 'feeds')) ? readdirSync(join(app.dir, 'feeds')) : []).toEqual(
        [],
      ),
    );
    expect(await findFeed(app, 'osv-debian')).toMatchObject({ status: 'empty' });
  });
});

describe('POST /feeds/{name}/update', () => {
  it('fetches the feed, and the next time only if it is new', async () => {
    const site = await publisher({ '/osv-debian': { body: debian, etag: '"1"' } });
    const app = await testApp({ feedAddress: (feed) => `${site.url}/${feed}` });
    expect(await app.call('POST', '/feeds/osv-debian/update')).toMatchObject({
      status: 202,
      body: { data: { name: 'osv-debian', status: 'updating' } },
    });
    expect(await waitForUpdate(app, 'osv-debian')).toMatchObject({
      status: 'ready',
      records: 2,
      error: null,
    });
    app.clock.advance(1000);
    await app.call('POST', '/feeds/osv-debian/update');
    expect(await waitForUpdate(app, 'osv-debian')).toMatchObject({
      checked_at: app.clock.now(),
      age_seconds: 1000,
      error: null,
    });
    expect(site.requests.map((request) => request.headers['if-none-match'])).toEqual([
      undefined,
      '"1"',
    ]);
    expect(readdirSync(join(app.dir, 'feeds'))).toEqual(['osv-debian']);
  });

  it('reports why the fetch failed, and keeps the previous data', async () => {
    const site = await publisher({ '/osv-debian': { body: debian } });
    const app = await testApp({ feedAddress: (feed) => `${site.url}/${feed}` });
    await app.call('PUT', '/feeds/osv-debian', debian);
    delete site.files['/osv-debian'];
    await app.call('POST', '/feeds/osv-debian/update');
    expect(await waitForUpdate(app, 'osv-debian')).toMatchObject({
      status: 'ready',
      records: 2,
      error: expect.stringContaining(`${site.url}/osv-debian`) as string,
    });
    await app.call('POST', '/feeds/kev/update');
    expect(await waitForUpdate(app, 'kev')).toMatchObject({ status: 'failed' });
  });

  it('reports an update that the end of the service interrupted, and keeps the previous data', async () => {
    const dir = temporaryFolder();
    const before = await testApp({ dir });
    await before.call('PUT', '/feeds/osv-debian', debian);
    await before.close();
    for (const name of ['osv-debian~1.incoming', 'kev.fetched.part'])
      writeFileSync(join(dir, 'feeds', name), 'half');
    const app = await testApp({ dir });
    expect(await findFeed(app, 'osv-debian')).toMatchObject({
      status: 'ready',
      records: 2,
      error: expect.stringContaining('ended during the update') as string,
    });
    expect(await findFeed(app, 'kev')).toMatchObject({ status: 'failed' });
    expect(readdirSync(join(dir, 'feeds')).sort()).toEqual(['kev.fetched.part', 'osv-debian']);
  });

  it('does not delay the end of the service', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const app = await testApp({ feedAddress: () => `http://127.0.0.1:${port}/` });
    await app.call('POST', '/feeds/kev/update');
    await app.call('POST', '/feeds/epss/update');
    await app.close();
    silent.close();
    expect(app.ctx.isClosing()).toBe(true);
  });
});

describe('a lost knowledge.db', () => {
  const secdb = (release: string, fixed: string): string =>
    JSON.stringify({
      distroversion: release,
      packages: [{ pkg: { name: 'xz', secfixes: { [fixed]: ['CVE-2026-1'] } } }],
    });
  const sections = {
    'os-release': 'ID=debian\nVERSION_ID="12"\n',
    dpkg: 'openssl\t3.0.0-1\tamd64\topenssl\t3.0.0-1\tii \n',
  };
  /** A service started after its knowledge.db was damaged; `before`: the service that stored the feeds. */
  async function restartDamaged(
    damage: (dir: string) => void,
    prepare: (app: TestApp) => Promise<unknown> = async () => undefined,
  ): Promise<{ app: TestApp; before: TestApp; dir: string }> {
    const dir = temporaryFolder();
    const before = await testApp({ dir });
    await before.call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
    await before.call('PUT', '/feeds/osv-debian', debian);
    await before.call('PUT', '/hosts/1/inventory', { sections });
    for (const [part, fixed] of [
      ['v3.20-main', '1.0-r0'],
      ['v3.21-main', '1.1-r0'],
    ] as const)
      await before.call('PUT', `/feeds/alpine-secdb?part=${part}`, secdb(part.slice(0, 5), fixed));
    await prepare(before);
    await before.close();
    damage(dir);
    before.clock.advance(1000);
    return { app: await testApp({ dir, clock: before.clock }), before, dir };
  }
  const findings = async (app: TestApp): Promise<unknown> =>
    (
      (await app.call('GET', '/hosts/1/vulnerabilities')).body as {
        data: { vulnerability_id: string; first_seen: number }[];
      }
    ).data.map((f) => [f.vulnerability_id, f.first_seen]);

  it.each([
    [
      'is corrupt',
      (dir: string) => writeFileSync(join(dir, 'knowledge.db'), 'no database'.repeat(1000)),
    ],
    [
      'is missing',
      (dir: string) => {
        for (const end of ['', '-wal', '-shm'])
          rmSync(join(dir, `knowledge.db${end}`), { force: true });
      },
    ],
  ])(
    'is rebuilt from the stored files when it %s, without new or fixed findings',
    async (_what, damage) => {
      const { app, before, dir } = await restartDamaged(damage);
      expect(await waitForUpdate(app, 'osv-debian')).toMatchObject({
        status: 'ready',
        records: 2,
        version: '2026-01-01T00:00:00Z',
        error: expect.stringContaining('reloaded') as string,
      });
      expect(await waitForUpdate(app, 'alpine-secdb')).toMatchObject({
        status: 'ready',
        records: 2,
      });
      expect(await findings(app)).toEqual([['CVE-2026-1', before.clock.now() - 1000]]);
      expect(
        app.ctx.database.sqlite.prepare('SELECT generation FROM host_match_states').pluck().all(),
      ).toEqual([app.ctx.knowledge.generation()]);
      expect(readdirSync(join(dir, 'feeds')).sort()).toEqual([
        'alpine-secdb@v3.20-main',
        'alpine-secdb@v3.21-main',
        'osv-debian',
      ]);
      await app.call('PUT', '/feeds/osv-debian', debian);
      expect(await findFeed(app, 'osv-debian')).toMatchObject({ error: null });
    },
  );

  it('is rebuilt once, without cleared feeds', async () => {
    const { app, dir } = await restartDamaged(
      (folder) => writeFileSync(join(folder, 'knowledge.db'), 'no database'),
      (first) => first.call('DELETE', '/feeds/alpine-secdb'),
    );
    await waitForUpdate(app, 'osv-debian');
    expect(await findFeed(app, 'alpine-secdb')).toMatchObject({ status: 'empty', error: null });
    const generation = app.ctx.knowledge.generation();
    await app.close();
    const next = await testApp({ dir });
    expect([await findFeed(next, 'osv-debian'), next.ctx.knowledge.generation()]).toMatchObject([
      { status: 'ready', progress: null },
      generation,
    ]);
  });

  it('is rebuilt from the other files when one is unreadable', async () => {
    const { app } = await restartDamaged((dir) => {
      writeFileSync(join(dir, 'knowledge.db'), 'no database');
      writeFileSync(join(dir, 'feeds', 'alpine-secdb@v3.20-main'), 'garbage');
    });
    expect(await waitForUpdate(app, 'alpine-secdb')).toMatchObject({
      status: 'ready',
      records: 1,
      error: expect.stringMatching(/v3\.20-main .*JSON/) as string,
    });
    expect(await waitForUpdate(app, 'osv-debian')).toMatchObject({ status: 'ready', records: 2 });
    expect(((await findings(app)) as unknown[]).length).toBe(1);
  });
});

describe('DELETE /feeds/{name}', () => {
  it('clears the feed', async () => {
    const app = await testApp();
    await app.call('PUT', '/feeds/osv-debian', debian);
    expect((await app.call('DELETE', '/feeds/osv-debian')).status).toBe(204);
    expect(await findFeed(app, 'osv-debian')).toMatchObject({
      status: 'empty',
      version: null,
      records: 0,
    });
    expect(readdirSync(join(app.dir, 'feeds'))).toEqual([]);
  });
});

it('PUT /feeds/{name} refuses a file that lost most of its records, unless it is forced', async () => {
  const app = await testApp();
  const records = Array.from({ length: 200 }, (_, i) => osv(`DEBIAN-CVE-2026-${i}`, 'bash', null));
  await app.call('PUT', '/feeds/osv-debian', zip(...records));
  const rest = zip(...records.slice(0, 10));
  expect(await app.call('PUT', '/feeds/osv-debian', rest)).toMatchObject({
    status: 422,
    body: { code: 'feed_damaged' },
  });
  expect(await findFeed(app, 'osv-debian')).toMatchObject({
    status: 'ready',
    records: 200,
    error: expect.stringContaining('190 of 200 records of Debian 12') as string,
  });
  expect((await app.call('PUT', '/feeds/osv-debian?force=true', rest)).status).toBe(200);
  expect(await findFeed(app, 'osv-debian')).toMatchObject({ records: 10, error: null });
});

describe('GET /feeds/{name}/rejected', () => {
  it('lists rejected records with the reason', async () => {
    const app = await testApp();
    await app.call(
      'PUT',
      '/feeds/osv-debian',
      zip(osv('DEBIAN-CVE-2026-1', 'bash', null), '{"no":"id"}'),
    );
    expect((await app.call('GET', '/feeds/osv-debian/rejected')).body).toEqual({
      data: [
        {
          record: expect.any(String) as string,
          reason: expect.any(String) as string,
          sample: '{"no":"id"}',
        },
      ],
      meta: { page: 1, limit: 50, total: 1 },
    });
    expect((await app.call('GET', '/feeds/kev/rejected')).body).toMatchObject({
      data: [],
      meta: { total: 0 },
    });
    expect((await app.call('GET', '/feeds/unknown/rejected')).status).toBe(404);
  });
});

describe('the roles of feed routes', () => {
  it.each([
    ['viewer', 'GET', '/feeds', 200],
    ['operator', 'PUT', '/feeds/kev', 403],
    ['operator', 'POST', '/feeds/kev/update', 403],
    ['operator', 'DELETE', '/feeds/kev', 403],
    ['viewer', 'GET', '/feeds/kev/rejected', 200],
  ])('answer %s: %s %s with %i', async (role, method, path, status) => {
    const app = await testApp();
    expect(
      (await app.call(method, path, undefined, { token: await createToken(app, role) })).status,
    ).toBe(status);
  });
});
