import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testApp, type Answer, type TestApp } from '../support/app.js';
import { debianReport, type Deb } from '../support/reports.js';

const LIST: Deb[] = [
  { name: 'bash', version: '5.2.15-2+b7' },
  { name: 'libc6', version: '2.36-9' },
  { name: 'openssl', version: '3.0.14-1' },
];
const OLDER = {
  name: 'inner-name',
  os: 'Debian GNU/Linux',
  kernel_version: '6.1.0-28-amd64',
  os_version: '12',
  full_os_name: 'Debian GNU/Linux 12 (bookworm)',
  ram: 2_015_444 * 1024,
  cpu_cores: 2,
  cpu_name: 'AMD EPYC 7B13',
  uptime: 4711,
};
const NEWER = {
  ...OLDER,
  architecture: 'x86_64',
  running_kernel: '6.1.0-28-amd64',
  reboot_required: null,
  collected_at: 1_790_000_000,
  packages_count: 3,
};

async function withHosts(count = 1): Promise<TestApp> {
  const app = await testApp();
  await app.call(
    'POST',
    '/hosts',
    Array.from({ length: count }, (_, i) => ({ current_ip: `10.0.0.${i + 1}` })),
  );
  return app;
}
const put = (
  { call }: TestApp,
  packages: readonly Deb[] | null,
  more: Record<string, unknown> = {},
  id = 1,
): Promise<Answer> =>
  call('PUT', `/hosts/${id}/inventory`, { sections: debianReport(packages), ...more });
const dataOf = <T>(answer: Answer): T => (answer.body as { data: T }).data;
type Change = {
  change: string;
  name: string;
  from_version: string | null;
  to_version: string | null;
};

describe('an imported inventory', () => {
  it('is answered in the newer shape, and shown with the host in both generations', async () => {
    const app = await withHosts(2);
    const answer = await put(app, LIST);
    expect([answer.status, answer.body]).toEqual([200, { data: { ...NEWER, warnings: [] } }]);
    const packages = LIST.map((p) => ({ ...p, architecture: 'amd64' }));
    expect(dataOf(await app.call('GET', '/hosts/1'))).toMatchObject({
      hostname: '10.0.0.1',
      inventory: { ...NEWER, packages },
    });
    expect(
      dataOf<{ inventory?: unknown }[]>(await app.call('GET', '/api/v2/hosts')).map(
        (h) => h.inventory,
      ),
    ).toEqual([NEWER, undefined]);
    expect(dataOf(await app.call('GET', '/hosts/2'))).not.toHaveProperty('inventory');
    expect(dataOf(await app.call('GET', '/api/v1/hosts/1'))).toMatchObject({
      name: '10.0.0.1',
      inventory: OLDER,
    });
    expect(
      dataOf<{ inventory: unknown }[]>(await app.call('GET', '/api/v1/hosts/')).map(
        (h) => h.inventory,
      ),
    ).toEqual([OLDER, null]);
  });

  it('lists its packages by name, in pages, and by a part of the name', async () => {
    const app = await withHosts();
    await put(app, [...LIST].reverse());
    const bash = {
      name: 'bash',
      version: '5.2.15-2+b7',
      architecture: 'amd64',
      source: 'bash',
      source_version: '5.2.15-2+b7',
      vendor: null,
      module: null,
      format: 'dpkg',
      size: 122_880,
      installed_at: null,
    };
    const names = async (query: string) => {
      const { body } = await app.call('GET', `/hosts/1/inventory/packages?${query}`);
      const { data, meta } = body as { data: { name: string }[]; meta: { total: number } };
      return [data.map((p) => p.name), meta.total];
    };
    expect(dataOf<unknown[]>(await app.call('GET', '/hosts/1/inventory/packages'))[0]).toEqual(
      bash,
    );
    expect(await names('limit=2')).toEqual([['bash', 'libc6'], 3]);
    expect(await names('limit=2&page=2')).toEqual([['openssl'], 3]);
    expect(await names('limit=2&page=9')).toEqual([[], 3]);
    expect(await names('name=OPENssl')).toEqual([['openssl'], 1]);
    expect(await names('name=%25')).toEqual([[], 0]);
  });

  it('tells what changed since the one before, newest first; the first one is no change', async () => {
    const app = await withHosts();
    const changes = async () =>
      dataOf<Change[]>(await app.call('GET', '/hosts/1/inventory/changes'));
    await put(app, LIST);
    expect(await changes()).toEqual([]);
    app.clock.advance(60);
    await put(app, [
      { name: 'bash', version: '5.2.15-2+b8' },
      { name: 'libc6', version: '2.36-8' },
      { name: 'zstd', version: '1.5' },
    ]);
    const told = [
      {
        detected_at: 1_790_000_060,
        change: 'upgraded',
        name: 'bash',
        architecture: 'amd64',
        from_version: '5.2.15-2+b7',
        to_version: '5.2.15-2+b8',
      },
      {
        detected_at: 1_790_000_060,
        change: 'downgraded',
        name: 'libc6',
        architecture: 'amd64',
        from_version: '2.36-9',
        to_version: '2.36-8',
      },
      {
        detected_at: 1_790_000_060,
        change: 'removed',
        name: 'openssl',
        architecture: 'amd64',
        from_version: '3.0.14-1',
        to_version: null,
      },
      {
        detected_at: 1_790_000_060,
        change: 'installed',
        name: 'zstd',
        architecture: 'amd64',
        from_version: null,
        to_version: '1.5',
      },
    ];
    expect(await changes()).toEqual(told);
    await put(app, []);
    await put(app, LIST);
    expect((await changes()).slice(-4)).toEqual(told);
  });

  it('keeps the packages it knew when a report has no list of them, and says so', async () => {
    const app = await withHosts();
    await put(app, LIST);
    const answer = await put(app, null);
    expect(dataOf(answer)).toMatchObject({
      packages_count: 3,
      warnings: [{ section: 'packages' }],
    });
    expect(dataOf<unknown[]>(await app.call('GET', '/hosts/1/inventory/packages')).length).toBe(3);
    expect(dataOf(await app.call('GET', '/hosts/1/inventory/changes'))).toEqual([]);
  });

  it('is of the time it says, of the time in its sections, or of now', async () => {
    const app = await withHosts();
    const at = async (body: unknown) =>
      dataOf<{ collected_at: number }>(await app.call('PUT', '/hosts/1/inventory', body))
        .collected_at;
    expect(await at({ sections: debianReport(LIST) })).toBe(1_790_000_000);
    expect(await at({ sections: debianReport(LIST, { 'collected-at': '1780000000\n' }) })).toBe(
      1_780_000_000,
    );
    expect(
      await at({
        collected_at: '2026-05-28T20:26:41Z',
        sections: debianReport(LIST, { 'collected-at': '1770000000\n' }),
      }),
    ).toBe(1_780_000_001);
  });

  it('goes with its host, packages and all', async () => {
    const app = await withHosts(2);
    await put(app, LIST);
    await put(app, [...LIST, { name: 'zstd', version: '1' }]);
    expect((await app.call('DELETE', '/hosts/1')).status).toBe(204);
    const left = ['inventories', 'inventory_reports', 'host_packages', 'package_changes'].map(
      (table) => app.ctx.database.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
    expect(left).toEqual([0, 0, 0, 0]);
    expect((await app.call('GET', '/hosts/1/inventory/packages')).status).toBe(404);
    expect((await put(app, LIST)).status).toBe(404);
    expect(dataOf(await app.call('GET', '/hosts/2/inventory/packages'))).toEqual([]);
  });

  it('needs an operator, and packages a viewer', async () => {
    const app = await withHosts();
    const { token } = dataOf<{ token: string }>(
      await app.call('POST', '/tokens', { name: 'v', role: 'viewer' }),
    );
    expect(
      (await app.call('PUT', '/hosts/1/inventory', { sections: debianReport() }, { token })).status,
    ).toBe(403);
    expect(
      (await app.call('GET', '/hosts/1/inventory/packages', undefined, { token })).status,
    ).toBe(200);
    expect(
      (await app.call('GET', '/hosts/1/inventory/changes', undefined, { token: null })).status,
    ).toBe(401);
  });
});

describe('a report that is not as it should be', () => {
  const refused: [string, unknown, number, string][] = [
    ['no body', undefined, 400, 'validation_failed'],
    ['an array', [], 400, 'validation_failed'],
    ['no sections', {}, 400, 'validation_failed'],
    ['an unknown key', { sections: debianReport(), source: 'x' }, 400, 'validation_failed'],
    ['a section that is no text', { sections: { dpkg: 1 } }, 400, 'validation_failed'],
    ['a name that is none', { sections: { 'a b': 'x' } }, 400, 'validation_failed'],
    [
      'too many sections',
      { sections: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`s${i}`, ''])) },
      400,
      'validation_failed',
    ],
    [
      'a time without a zone',
      { collected_at: '2026-01-01T00:00:00', sections: debianReport() },
      400,
      'validation_failed',
    ],
    ['a prototype', '{"sections":{"__proto__":"x"}}', 400, 'malformed_json'],
    [
      'sections that are all empty',
      { sections: { dpkg: '', 'os-release': '', uname: '' } },
      422,
      'nothing_readable',
    ],
    ['no section at all', { sections: {} }, 422, 'nothing_readable'],
    ['only sections nobody knows', { sections: { whatever: 'text' } }, 422, 'nothing_readable'],
  ];
  it.each(refused)('is refused: %s', async (_name, body, status, code) => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', body);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
    expect(
      app.ctx.database.sqlite.prepare('SELECT count(*) FROM inventory_reports').pluck().get(),
    ).toBe(0);
  });

  it('is used as far as it can be read, with warnings', async () => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', {
      sections: { ...debianReport(LIST), meminfo: 'nonsense', later: 'kept' },
    });
    expect(dataOf(answer)).toMatchObject({
      ...NEWER,
      ram: null,
      warnings: [{ section: 'meminfo' }],
    });
  });
});

describe('the body of an import', () => {
  const json = Buffer.from(JSON.stringify({ sections: debianReport(LIST) }));
  const send = (app: TestApp, body: Buffer, encoding: string): Promise<Answer> =>
    app.call('PUT', '/hosts/1/inventory', body, { headers: { 'content-encoding': encoding } });

  it('may come as gzip', async () => {
    const app = await withHosts();
    expect((await send(app, gzipSync(json), 'gzip')).status).toBe(200);
    expect((await send(app, json, 'identity')).status).toBe(200);
  });

  it('is refused where it is not what it says', async () => {
    const app = await withHosts();
    const code = async (body: Buffer, encoding: string) => {
      const answer = await send(app, body, encoding);
      return [answer.status, (answer.body as { code: string }).code];
    };
    expect(await code(json, 'gzip')).toEqual([400, 'malformed_json']);
    expect(await code(gzipSync(json).subarray(0, 60), 'gzip')).toEqual([400, 'malformed_json']);
    expect(await code(json, 'br')).toEqual([415, 'unsupported_media_type']);
    expect(await code(gzipSync(Buffer.alloc(64 << 20, 0x20)), 'gzip')).toEqual([
      413,
      'body_too_large',
    ]);
    expect(await code(Buffer.alloc((32 << 20) + 10, 0x20), 'identity')).toEqual([
      413,
      'body_too_large',
    ]);
  });

  it('may be larger than other bodies', async () => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', {
      sections: debianReport(LIST, { notes: 'x'.repeat(9 << 20) }),
    });
    expect(answer.status).toBe(200);
  });
});
