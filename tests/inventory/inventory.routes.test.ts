import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testApp, type TestResponse, type TestApp } from '../support/app.js';
import { debianReport, reportOf, type Deb } from '../support/reports.js';

const LIST: Deb[] = [
  { name: 'bash', version: '5.2.15-2+b7' },
  { name: 'libc6', version: '2.36-9' },
  { name: 'openssl', version: '3.0.14-1' },
];
const V1 = {
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
const V2 = {
  ...V1,
  architecture: 'x86_64',
  running_kernel: '6.1.0-28-amd64',
  reboot_required: null,
  restarts_required: null,
  processes_not_seen: null,
  live_patches: null,
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
): Promise<TestResponse> =>
  call('PUT', `/hosts/${id}/inventory`, { sections: debianReport(packages), ...more });
const readData = <T>(answer: TestResponse): T => (answer.body as { data: T }).data;
type Change = {
  change: string;
  name: string;
  from_version: string | null;
  to_version: string | null;
};

describe('an imported inventory', () => {
  it('is returned in the form of API v2, and with the host in both API versions', async () => {
    const app = await withHosts(2);
    const answer = await put(app, LIST);
    expect([answer.status, answer.body]).toEqual([200, { data: { ...V2, warnings: [] } }]);
    const packages = LIST.map((p) => ({ ...p, architecture: 'amd64' }));
    expect(readData(await app.call('GET', '/hosts/1'))).toMatchObject({
      hostname: '10.0.0.1',
      inventory: { ...V2, packages },
    });
    expect(
      readData<{ inventory?: unknown }[]>(await app.call('GET', '/api/v2/hosts')).map(
        (h) => h.inventory,
      ),
    ).toEqual([V2, undefined]);
    expect(readData(await app.call('GET', '/hosts/2'))).not.toHaveProperty('inventory');
    expect(readData(await app.call('GET', '/api/v1/hosts/1'))).toMatchObject({
      name: '10.0.0.1',
      inventory: V1,
    });
    expect(
      readData<{ inventory: unknown }[]>(await app.call('GET', '/api/v1/hosts/')).map(
        (h) => h.inventory,
      ),
    ).toEqual([V1, null]);
  });

  it('is the output of a collector too, plain or gzip, and nothing that is not', async () => {
    const app = await withHosts();
    const report = reportOf(debianReport(LIST));
    const send = async (body: string | Buffer, type: string) => {
      const headers = { 'content-type': type };
      return app.call('PUT', '/hosts/1/inventory', body, { headers });
    };
    const expected = { data: { ...V2, warnings: [] } };
    expect((await send(report, 'text/plain')).body).toEqual(expected);
    expect((await send(gzipSync(report), 'application/octet-stream')).body).toEqual(expected);
    for (const body of ['', 'PK', '{}', report.slice(0, -20), gzipSync(report).subarray(0, 99)])
      expect(await send(body, 'text/plain')).toMatchObject({
        status: 422,
        body: { code: 'nothing_readable' },
      });
    expect((await send(report, 'image/png')).status).toBe(415);
  });

  it('has a list of packages by name, with pages and a filter', async () => {
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
    expect(readData<unknown[]>(await app.call('GET', '/hosts/1/inventory/packages'))[0]).toEqual(
      bash,
    );
    expect(await names('limit=2')).toEqual([['bash', 'libc6'], 3]);
    expect(await names('limit=2&page=2')).toEqual([['openssl'], 3]);
    expect(await names('limit=2&page=9')).toEqual([[], 3]);
    expect(await names('name=OPENssl')).toEqual([['openssl'], 1]);
    expect(await names('name=%25')).toEqual([[], 0]);
  });

  it('has a list of changes, latest first, without changes for the first inventory', async () => {
    const app = await withHosts();
    const changes = async () =>
      readData<Change[]>(await app.call('GET', '/hosts/1/inventory/changes'));
    await put(app, LIST);
    expect(await changes()).toEqual([]);
    app.clock.advance(60);
    await put(app, [
      { name: 'bash', version: '5.2.15-2+b8' },
      { name: 'libc6', version: '2.36-8' },
      { name: 'zstd', version: '1.5' },
    ]);
    const expected = [
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
    expect(await changes()).toEqual(expected);
    await put(app, []);
    await put(app, LIST);
    expect((await changes()).slice(-4)).toEqual(expected);
  });

  it('keeps the packages when a report has no package list, with a warning', async () => {
    const app = await withHosts();
    await put(app, LIST);
    const answer = await put(app, null);
    expect(readData(answer)).toMatchObject({
      packages_count: 3,
      warnings: [{ section: 'packages' }],
    });
    expect(readData<unknown[]>(await app.call('GET', '/hosts/1/inventory/packages')).length).toBe(
      3,
    );
    expect(readData(await app.call('GET', '/hosts/1/inventory/changes'))).toEqual([]);
  });

  it('has the time of the request, else of its sections, else the current time', async () => {
    const app = await withHosts();
    const at = async (body: unknown) =>
      readData<{ collected_at: number }>(await app.call('PUT', '/hosts/1/inventory', body))
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

  it('is deleted with its host, including packages', async () => {
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
    expect(readData(await app.call('GET', '/hosts/2/inventory/packages'))).toEqual([]);
  });

  it('requires the role operator, and its packages the role viewer', async () => {
    const app = await withHosts();
    const { token } = readData<{ token: string }>(
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

describe('an invalid report', () => {
  const refused: [string, unknown, number, string][] = [
    ['no body', undefined, 400, 'validation_failed'],
    ['an array', [], 400, 'validation_failed'],
    ['no sections', {}, 400, 'validation_failed'],
    ['an unknown key', { sections: debianReport(), source: 'x' }, 400, 'validation_failed'],
    ['a section that is not text', { sections: { dpkg: 1 } }, 400, 'validation_failed'],
    ['an invalid section name', { sections: { 'a b': 'x' } }, 400, 'validation_failed'],
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
      'only empty sections',
      { sections: { dpkg: '', 'os-release': '', uname: '' } },
      422,
      'nothing_readable',
    ],
    ['no section at all', { sections: {} }, 422, 'nothing_readable'],
    ['only unknown sections', { sections: { unknown: 'text' } }, 422, 'nothing_readable'],
  ];
  it.each(refused)('is refused with %s', async (_name, body, status, code) => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', body);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
    expect(
      app.ctx.database.sqlite.prepare('SELECT count(*) FROM inventory_reports').pluck().get(),
    ).toBe(0);
  });

  it('is stored as far as it is readable, with warnings', async () => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', {
      sections: { ...debianReport(LIST), meminfo: 'nonsense', later: 'kept' },
    });
    expect(readData(answer)).toMatchObject({
      ...V2,
      ram: null,
      warnings: [{ section: 'meminfo' }],
    });
  });
});

describe('the body of an import', () => {
  const json = Buffer.from(JSON.stringify({ sections: debianReport(LIST) }));
  const send = (app: TestApp, body: Buffer, encoding: string): Promise<TestResponse> =>
    app.call('PUT', '/hosts/1/inventory', body, { headers: { 'content-encoding': encoding } });

  it('can be compressed with gzip', async () => {
    const app = await withHosts();
    expect((await send(app, gzipSync(json), 'gzip')).status).toBe(200);
    expect((await send(app, json, 'identity')).status).toBe(200);
  });

  it('is refused when it does not match its encoding or exceeds the limit', async () => {
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

  it('can be larger than other bodies', async () => {
    const app = await withHosts();
    const answer = await app.call('PUT', '/hosts/1/inventory', {
      sections: debianReport(LIST, { notes: 'x'.repeat(9 << 20) }),
    });
    expect(answer.status).toBe(200);
  });
});
