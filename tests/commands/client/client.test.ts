import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getData, listAll } from '../../../src/commands/client/request.js';
import { connect } from '../../../src/commands/client/client.js';
import type { Client, ConnectOptions } from '../../../src/commands/client/types.js';
import { sleep } from '../../../src/commands/output/io.js';
import { tokenCreate, tokenList, tokenRevoke } from '../../../src/commands/token.js';
import { rekeyDataDir } from '../../../src/commands/rekey.js';
import { filesOf } from '../../../src/data-dir/paths.js';
import { ADMIN, temporaryFolder, testApp } from '../../support/app.js';
import { createTestClient, testIo } from '../../support/command.js';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

async function open(options: ConnectOptions, io = testIo()): Promise<Client> {
  const client = await connect(options, io);
  onTestFinished(() => client.close());
  return client;
}

/** Opens a real service that listens on loopback and has announced itself in its data directory. */
async function startService() {
  const service = await testApp();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  service.ctx.announce({ pid: process.pid, url });
  return { ...service, url };
}

/** Starts another HTTP server. Returns its URL. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('connection to a service', () => {
  it('opens an unused data directory in this process and releases it', async () => {
    const dataDir = temporaryFolder();
    for (let time = 0; time < 2; time += 1) {
      const client = await connect({ dataDir }, testIo());
      expect(
        (await getData<{ name: string }[]>(client, 'GET', '/tokens')).map((t) => t.name),
      ).toEqual(['admin']);
      await client.close();
    }
  });

  it('matches hosts again whose findings are by older rules', async () => {
    const fleet = await setUpFleet();
    fleet.storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '2')] })]);
    await fleet.importInventory(await fleet.addHost('10.0.0.1'), [{ name: 'a', version: '1' }]);
    fleet.ctx.database.sqlite.exec('UPDATE host_match_states SET rules = 0');
    fleet.ctx.database.sqlite.exec('DELETE FROM host_findings');
    await fleet.close();
    const client = await open({ dataDir: fleet.dir });
    expect(await getData(client, 'GET', '/hosts/1/vulnerabilities')).toHaveLength(1);
  });

  it('resumes an interrupted task only on request', async () => {
    const service = await testApp();
    await service.call('POST', '/hosts', [{ current_ip: '127.0.0.1' }]);
    await service.call('POST', '/api/v1/templates/', {
      name: 'x',
      type: 'pentest',
      hosts: [1],
      params: { ports: ['1'] },
      enabled: false,
    });
    service.ctx.database.sqlite.transaction(() =>
      service.ctx.startTasks(
        [{ template_id: 1, trigger: 'manual', scheduled_for: null, login_role: 'admin' }],
        1_790_000_000,
      ),
    )();
    await service.close();
    const task = (client: Client) =>
      getData<{ status: string; started_at: number | null; hosts_done: number }>(
        client,
        'GET',
        '/api/v1/tasks/1',
      );
    const reader = await connect({ dataDir: service.dir }, testIo());
    for (let poll = 0; poll < 20; poll += 1)
      expect(await task(reader)).toMatchObject({ status: 'working', started_at: null });
    await reader.close();
    const runner = await open({ dataDir: service.dir });
    await runner.resumeTasks?.();
    while ((await task(runner)).status === 'working') await sleep(5);
    expect(await task(runner)).toMatchObject({ status: 'completed', hosts_done: 1 });
  });

  it('uses the service of the data directory with its token file', async () => {
    const { dir } = await startService();
    const client = await open({ dataDir: dir });
    expect((await client.request('GET', '/tokens/current')).body).toMatchObject({
      data: { name: 'admin', role: 'admin' },
    });
  });

  it('uses the service at a URL, with or without a trailing slash', async () => {
    const { url } = await startService();
    for (const text of [url, `${url}/`])
      expect(
        (await (await open({ url: text, token: ADMIN })).request('GET', '/tokens/current')).status,
      ).toBe(200);
  });

  it('names the source of a token that is not accepted', async () => {
    const { url, dir } = await startService();
    await expect(
      getData(await open({ url, token: 'wrong' }), 'GET', '/tokens'),
    ).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--token or HOSTWARDEN_TOKEN') as string,
    });
    writeFileSync(filesOf(dir).adminToken, 'wrong\n');
    await expect(getData(await open({ dataDir: dir }), 'GET', '/tokens')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(filesOf(dir).adminToken) as string,
    });
  });

  it('reports that the token file of a running service is missing', async () => {
    const { dir } = await startService();
    rmSync(filesOf(dir).adminToken);
    await expect(connect({ dataDir: dir }, testIo())).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/admin-token does not exist; set --token/) as string,
    });
  });

  it('fails while another command uses the data directory', async () => {
    const { dir } = await testApp();
    const io = testIo();
    io.interrupt(); // otherwise it waits for some seconds
    await expect(connect({ dataDir: dir }, io)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('Another hostwarden command') as string,
    });
  });

  it('waits for a service that does not listen yet', async () => {
    const service = await testApp();
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const client = open({ dataDir: service.dir });
    setTimeout(() => service.ctx.announce({ pid: process.pid, url }), 50);
    expect((await (await client).request('GET', '/healthz')).status).toBe(200);
  });

  it('reports a data directory that cannot be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(connect({ dataDir: join(file, 'dir') }, testIo())).rejects.toThrow(
      /The data directory .* cannot be used/,
    );
  });

  it.each(['127.0.0.1:8700', 'ftp://x', 'nonsense', ''])('rejects %j as a URL', async (url) => {
    await expect(connect({ url, token: 't' }, testIo())).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('HTTP client', () => {
  it('reports a service that cannot be reached', async () => {
    const service = await startService();
    const { url } = service;
    await service.close();
    await expect(getData(await open({ url, token: 't' }), 'GET', '/tokens')).rejects.toMatchObject({
      exitCode: 1,
      message: `The service at ${url} cannot be reached: connection refused`,
    });
  });

  it.each([
    ['a page', 200, 'text/html', '<h1>hello'],
    ['other JSON', 200, 'application/json', '{"hello":1}'],
    ['a list', 200, 'application/json', '[]'],
    ['null', 200, 'application/json', 'null'],
    ['an error page', 404, 'text/html', 'no'],
    ['a redirect', 302, 'text/html', ''],
  ])('detects another service by %s', async (_what, status, type, body) => {
    const urls: (string | undefined)[] = [];
    const url = await startServer((request, response) => {
      urls.push(request.url);
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
    });
    await expect(getData(await open({ url, token: 't' }), 'GET', '/tokens')).rejects.toThrow(
      'Not a hostwarden service',
    );
    expect(urls).toEqual(['/tokens']);
  });

  it('retries after the Retry-After of a 429', async () => {
    let isFirst = true;
    const url = await startServer((_request, response) => {
      if (isFirst) response.writeHead(429, { 'retry-after': '1' });
      else response.writeHead(200);
      isFirst = false;
      response.end('{"data":1}');
    });
    expect(await getData(await open({ url, token: 't' }), 'GET', '/x')).toBe(1);
  });

  it('shows the message of the service without control characters', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(422).end(JSON.stringify({ detail: 'no\u001b[2J hosts' }));
    });
    await expect(getData(await open({ url, token: 't' }), 'GET', '/x')).rejects.toMatchObject({
      message: 'no·[2J hosts',
      exitCode: 2,
    });
  });
});

it('reads every page of a list', async () => {
  const app = await testApp();
  const hosts = Array.from({ length: 1001 }, (_, i) => ({
    current_ip: `10.0.${i >> 8}.${i & 255}`,
  }));
  await app.call('POST', '/hosts', hosts);
  expect(await listAll(createTestClient(app), '/hosts')).toHaveLength(1001);
});

describe('hostwarden token', () => {
  it('creates a token with only its text on standard output, lists and revokes it', async () => {
    const dataDir = temporaryFolder();
    const io = testIo();
    expect(
      await tokenCreate(
        { dataDir, name: 'dash board', role: 'viewer', expires: '2999-01-01T00:00:00Z' },
        io,
      ),
    ).toBe(0);
    expect(io.out()).toMatch(/^hw_[\w-]{43}\n$/);
    expect(io.err()).toContain('Token 2, "dash board", viewer, expires 2999-01-01 00:00Z');
    const listed = testIo();
    await tokenList({ dataDir }, listed);
    expect(listed.out().split('\n')[2]).toMatch(
      /^2\tdash board\tviewer\t\d{4}-\d\d-\d\dT[\d:]+Z\t2999-01-01T00:00:00Z\t$/,
    );
    expect(await tokenRevoke({ dataDir, id: '2' }, testIo())).toBe(0);
    await expect(tokenRevoke({ dataDir, id: '2' }, testIo())).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('2 not found') as string,
    });
  });

  it.each(['x', '0', '-1', '1.5', '1e3', '../hosts/1', ''])(
    'rejects the id %j as invalid usage',
    async (id) => {
      await expect(tokenRevoke({ dataDir: temporaryFolder(), id }, testIo())).rejects.toMatchObject(
        { exitCode: 2 },
      );
    },
  );

  it('rejects an invalid expiry as invalid usage', async () => {
    await expect(
      tokenCreate(
        { dataDir: temporaryFolder(), name: 'n', role: 'viewer', expires: 'tomorrow' },
        testIo(),
      ),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('hostwarden rekey', () => {
  it('fails while a service uses the data directory', async () => {
    const { dir } = await startService();
    await expect(rekeyDataDir({ dataDir: dir }, testIo())).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('stop it before') as string,
    });
  });

  it('creates a new key that opens the data directory', async () => {
    const dataDir = temporaryFolder();
    await (await open({ dataDir })).close();
    const io = testIo();
    expect(await rekeyDataDir({ dataDir }, io)).toBe(0);
    expect(io.out()).toContain('0 secrets');
    expect((await (await open({ dataDir })).request('GET', '/healthz')).status).toBe(200);
  });

  it('rejects a key of another length', async () => {
    await expect(
      rekeyDataDir({ dataDir: temporaryFolder(), newKey: 'c2hvcnQ=' }, testIo()),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});
