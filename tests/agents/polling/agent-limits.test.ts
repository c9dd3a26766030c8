import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgentLimits } from '../../../src/agents/polling/agent-limits.js';
import { heldClock } from '../../support/app.js';
import { listeningApp } from '../../support/ws.js';

const clock = { monotonicMs: () => 0 };

describe('createAgentLimits', () => {
  it('allows one upload of a host at a time', () => {
    const limits = createAgentLimits({ requestsPerMinute: 0, uploadBytes: 100 }, clock);
    const first = limits.startUpload(1);
    limits.startUpload(2);
    expect(() => limits.startUpload(1)).toThrow(
      expect.objectContaining({ code: 'upload_working' }),
    );
    first.hold();
    first.release();
    expect(() => limits.startUpload(1)).toThrow(
      expect.objectContaining({ code: 'upload_working' }),
    );
    first.release();
    limits.startUpload(1);
  });

  it('bounds the bytes of all uploads, and frees those that ended', () => {
    const MIB = 1 << 20;
    const limits = createAgentLimits({ requestsPerMinute: 0, uploadBytes: 4 * MIB }, clock);
    const [first, second, third] = [1, 2, 3].map((host) => limits.startUpload(host));
    first?.reserve(5 * MIB);
    expect(() => second?.reserve(MIB + 1)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    second?.reserve(MIB);
    third?.reserve(MIB);
    first?.release();
    second?.reserve(4 * MIB);
  });

  it('counts the requests of each agent on its own', () => {
    const limits = createAgentLimits({ requestsPerMinute: 2, uploadBytes: 0 }, clock);
    for (const hostId of [1, 1, 2, 2]) limits.countRequest(hostId);
    expect(() => limits.countRequest(1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });
});

const TOKEN = 'hwa_evil-agent';

/** A service with an installed agent whose inventory is requested. Returns the id of its job. */
async function withJob(env: Record<string, string> = {}) {
  const app = await listeningApp({ env, clock: heldClock() });
  await app.call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
  app.ctx.database.sqlite
    .prepare(
      "INSERT INTO agents (host_id, os_family, token_sha256, version, installed_at, last_seen) VALUES (1, 'linux', ?, '1', 1, ?)",
    )
    .run(createHash('sha256').update(TOKEN).digest(), app.clock.now());
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const outcome = app.ctx.hub.requestInventory(1, controller.signal).catch(() => null);
  const polled = await post(app.port, '/agent/v1/poll', { body: Buffer.from('version 1\n') });
  const job = /^job (\S+) inventory/m.exec(polled)?.[1];
  if (job === undefined) throw new Error(polled);
  return { ...app, job, path: `/agent/v1/jobs/${job}`, outcome };
}

interface RawRequest {
  body: Buffer;
  length?: number;
  token?: string | null;
  type?: string;
}

function send(port: number, path: string, request: RawRequest): Socket {
  const { body, length = body.length, token = TOKEN, type = 'application/octet-stream' } = request;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const auth = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(body);
  return socket;
}

const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
  });

const post = (port: number, path: string, request: RawRequest): Promise<string> =>
  answerOf(send(port, path, request));

const codeOf = (answer: string): string => /"code":"([a-z_]+)"/.exec(answer)?.[1] ?? answer;

describe('a hostile agent', () => {
  it('has one upload at a time, and can upload again after it broke off', async () => {
    const { port, path } = await withJob();
    const first = send(port, path, { body: Buffer.from('x'), length: 100_000 });
    await expect
      .poll(() => post(port, path, { body: Buffer.from('x') }).then(codeOf))
      .toBe('upload_working');
    first.destroy();
    await expect
      .poll(() => post(port, path, { body: Buffer.from('failed no_space\n') }))
      .toMatch(/^HTTP\/1.1 204 /);
  });

  it('cannot send a large packed body', async () => {
    const { port, path } = await withJob();
    const packed = Buffer.concat([gzipSync('x'), Buffer.alloc(5 << 20)]);
    expect(codeOf(await post(port, path, { body: packed }))).toBe('body_too_large');
  });

  it('is limited to 120 requests per minute, also in the form that bypasses the HTTP parser', async () => {
    const { port } = await withJob({ RATE_LIMIT_PER_MINUTE: '6000' });
    const answers = await Promise.all(
      Array.from({ length: 125 }, () =>
        post(port, '/agent/v1/jobs/none', { body: Buffer.from('x') }).then((a) => a.slice(9, 12)),
      ),
    );
    expect(answers).toContain('429');
    expect(codeOf(await post(port, '/agent/v1/poll', { body: Buffer.from('version 1\n') }))).toBe(
      'rate_limited',
    );
  });

  it.each([
    ['a wrong content type', { type: 'application/json', body: Buffer.from('{}') }],
    ['no body', { body: Buffer.alloc(0) }],
    ['a body without a token', { body: Buffer.from('x'.repeat(1000)) }],
    [
      'an unknown token and a wrong content type',
      { token: 'x', type: 'text/x', body: Buffer.from('x') },
    ],
  ])('receives 401 without a token, before any other error: %s', async (_what, request) => {
    const { port } = await listeningApp();
    for (const path of ['/agent/v1/poll', '/agent/v1/jobs/1', '/agent/v1/jobs/%20', '/agent/v1/x'])
      expect(codeOf(await post(port, path, { token: null, ...request })), path).toBe(
        'unauthorized',
      );
  });
});
