import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getData, listAll } from '../../../src/commands/client/request.js';
import { connect, type Client, type ConnectOptions } from '../../../src/commands/client/client.js';
import { describeError } from '../../../src/commands/output/error-message.js';
import { CommandError, sleep } from '../../../src/commands/output/io.js';
import { tokenCreate, tokenList, tokenRevoke } from '../../../src/commands/token.js';
import { rekeyFolder } from '../../../src/commands/rekey.js';
import { ConfigError } from '../../../src/config.js';
import { filesOf } from '../../../src/data-dir/paths.js';
import { ADMIN, temporaryFolder, testApp } from '../../support/app.js';
import { createTestClient, testIo } from '../../support/command.js';

async function open(options: ConnectOptions, io = testIo()): Promise<Client> {
  const client = await connect(options, io);
  onTestFinished(() => client.close());
  return client;
}

/** A real service that listens on loopback and has said so in its folder. */
async function listening() {
  const service = await testApp();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  service.ctx.announce({ pid: process.pid, url });
  return { ...service, url };
}

/** Something else that speaks HTTP. */
async function stranger(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('connect', () => {
  it('works on a free data folder itself, and lets go of it', async () => {
    const dataDir = temporaryFolder();
    for (let time = 0; time < 2; time += 1) {
      const client = await connect({ dataDir }, testIo());
      expect(
        (await getData<{ name: string }[]>(client, 'GET', '/tokens')).map((t) => t.name),
      ).toEqual(['admin']);
      await client.close();
    }
  });

  it('goes on with a task that was cut off only when the command is one that works on tasks', async () => {
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
        [{ template_id: 1, trigger: 'manual', scheduled_for: null }],
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
    const idle = await connect({ dataDir: service.dir }, testIo());
    for (let look = 0; look < 20; look += 1)
      expect(await task(idle)).toMatchObject({ status: 'working', started_at: null });
    await idle.close();
    const working = await open({ dataDir: service.dir, works: true });
    while ((await task(working)).status === 'working') await sleep(5);
    expect(await task(working)).toMatchObject({ status: 'completed', hosts_done: 1 });
  });

  it('asks the service that holds the folder, with the token it left there', async () => {
    const { dir } = await listening();
    const client = await open({ dataDir: dir });
    expect((await client.request('GET', '/tokens/current')).body).toMatchObject({
      data: { name: 'admin', role: 'admin' },
    });
  });

  it('asks the service at an address, with or without a slash behind', async () => {
    const { url } = await listening();
    for (const text of [url, `${url}/`])
      expect(
        (await (await open({ url: text, token: ADMIN })).request('GET', '/tokens/current')).status,
      ).toBe(200);
  });

  it('says which token was not accepted', async () => {
    const { url, dir } = await listening();
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

  it('says that the token file of a running service is missing', async () => {
    const { dir } = await listening();
    rmSync(filesOf(dir).adminToken);
    await expect(connect({ dataDir: dir }, testIo())).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /admin-token is not there; give a token with --token/,
      ) as string,
    });
  });

  it('is refused while another command holds the folder', async () => {
    const { dir } = await testApp();
    const io = testIo();
    io.interrupt(); // or it would wait for a while
    await expect(connect({ dataDir: dir }, io)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('Another hostwarden command') as string,
    });
  });

  it('waits a moment for a service that has not begun to listen', async () => {
    const service = await testApp();
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const client = open({ dataDir: service.dir });
    setTimeout(() => service.ctx.announce({ pid: process.pid, url }), 50);
    expect((await (await client).request('GET', '/healthz')).status).toBe(200);
  });

  it('says that a folder can not be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(connect({ dataDir: join(file, 'dir') }, testIo())).rejects.toThrow(
      /The data directory .* cannot be used/,
    );
  });

  it.each(['127.0.0.1:8700', 'ftp://x', 'nonsense', ''])('refuses the address %j', async (url) => {
    await expect(connect({ url, token: 't' }, testIo())).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('a service over HTTP', () => {
  it('that is not there is said so, in words', async () => {
    const service = await listening();
    const { url } = service;
    await service.close();
    await expect(getData(await open({ url, token: 't' }), 'GET', '/tokens')).rejects.toMatchObject({
      exitCode: 1,
      message: `The service at ${url} cannot be reached: connection refused`,
    });
  });

  it.each([
    ['a page', 200, 'text/html', '<h1>hello'],
    ['JSON of its own', 200, 'application/json', '{"hello":1}'],
    ['a list', 200, 'application/json', '[]'],
    ['null', 200, 'application/json', 'null'],
    ['an error page', 404, 'text/html', 'no'],
    ['a redirect', 302, 'text/html', ''],
  ])('that answers with %s is another one', async (_what, status, type, body) => {
    const asked: (string | undefined)[] = [];
    const url = await stranger((request, response) => {
      asked.push(request.url);
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
    });
    await expect(getData(await open({ url, token: 't' }), 'GET', '/tokens')).rejects.toThrow(
      'not a hostwarden service',
    );
    expect(asked).toEqual(['/tokens']);
  });

  it('that asks for patience gets it', async () => {
    let asked = 0;
    const url = await stranger((_request, response) => {
      (asked++ === 0
        ? response.writeHead(429, { 'retry-after': '1' })
        : response.writeHead(200)
      ).end('{"data":1}');
    });
    expect(await getData(await open({ url, token: 't' }), 'GET', '/x')).toBe(1);
  });

  it('refuses in its own words, cleaned', async () => {
    const url = await stranger((_request, response) => {
      response.writeHead(422).end(JSON.stringify({ detail: 'no\u001b[2J hosts' }));
    });
    await expect(getData(await open({ url, token: 't' }), 'GET', '/x')).rejects.toMatchObject({
      message: 'no·[2J hosts',
      exitCode: 2,
    });
  });
});

it('askAll reads every page', async () => {
  const app = await testApp();
  const hosts = Array.from({ length: 1001 }, (_, i) => ({
    current_ip: `10.0.${i >> 8}.${i & 255}`,
  }));
  await app.call('POST', '/hosts', hosts);
  expect(await listAll(createTestClient(app), '/hosts')).toHaveLength(1001);
});

describe('token', () => {
  it('create prints the text alone to standard output, list shows it, revoke ends it', async () => {
    const dataDir = temporaryFolder();
    const io = testIo();
    expect(
      await tokenCreate(
        { dataDir, name: 'dash board', role: 'viewer', expires: '2999-01-01T00:00:00Z' },
        io,
      ),
    ).toBe(0);
    expect(io.out()).toMatch(/^hw_[\w-]{43}\n$/);
    expect(io.err()).toContain('Token 2, "dash board", viewer, until 2999-01-01 00:00Z');
    const listed = testIo();
    await tokenList({ dataDir }, listed);
    expect(listed.out().split('\n')[2]).toMatch(
      /^2 +dash board +viewer +\d{4}-\d\d-\d\d +2999-01-01 00:00Z +never$/,
    );
    expect(await tokenRevoke({ dataDir, id: '2' }, testIo())).toBe(0);
    await expect(tokenRevoke({ dataDir, id: '2' }, testIo())).rejects.toMatchObject({
      exitCode: 1,
      message: 'There is no token 2',
    });
  });

  it.each(['x', '0', '-1', '1.5', '1e3', '../hosts/1', ''])(
    'revoke %j is bad usage',
    async (id) => {
      await expect(tokenRevoke({ dataDir: temporaryFolder(), id }, testIo())).rejects.toMatchObject(
        { exitCode: 2 },
      );
    },
  );

  it('create with a time that is none is bad usage', async () => {
    await expect(
      tokenCreate(
        { dataDir: temporaryFolder(), name: 'n', role: 'viewer', expires: 'tomorrow' },
        testIo(),
      ),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('rekey', () => {
  it('is refused while a service works on the folder', async () => {
    const { dir } = await listening();
    await expect(rekeyFolder({ dataDir: dir }, testIo())).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('end it first') as string,
    });
  });

  it('makes a new key, with which the folder opens', async () => {
    const dataDir = temporaryFolder();
    await (await open({ dataDir })).close();
    const io = testIo();
    expect(await rekeyFolder({ dataDir }, io)).toBe(0);
    expect(io.out()).toContain('0 credentials');
    expect((await (await open({ dataDir })).request('GET', '/healthz')).status).toBe(200);
  });

  it('refuses a key of another length', async () => {
    await expect(
      rekeyFolder({ dataDir: temporaryFolder(), newKey: 'c2hvcnQ=' }, testIo()),
    ).rejects.toMatchObject({ exitCode: 2 });
  });
});

it.each([
  [new CommandError('words', 130), 'words', 130],
  [new ConfigError('wrong'), 'wrong', 2],
  [Object.assign(new Error('EACCES: denied'), { code: 'EACCES' }), 'EACCES: denied', 1],
  ['odd', 'odd', 1],
  [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    'There is no room left on the disk of the data folder (ENOSPC: no space left on device, write)',
    1,
  ],
  [
    Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }),
    'Another program holds the database of the data folder (database is locked); try again when it has let go',
    1,
  ],
])('explains %s', (error, message, exitCode) => {
  expect(describeError(error)).toEqual({ message, exitCode });
});
