import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN } from '../../support/app.js';
import { listeningApp } from '../../support/ws.js';

const LIMIT = 1 << 20;
const ENV = { FEED_LIMIT_BYTES: `${LIMIT}` };
const TLS = [
  ['HTTP', {}],
  ['TLS', { TLS: 'self-signed' }],
] as const;
const FRAMINGS = ['content-length', 'chunked'] as const;
const TOO_LARGE = 3 * LIMIT;
const PIECE = Buffer.alloc(64 * 1024, 'x');

interface Upload {
  socket: Socket;
  text: () => string;
  closed: Promise<void>;
}

async function service(env: Record<string, string>) {
  const app = await listeningApp({ env: { ...ENV, ...env } });
  const isTls = 'TLS' in env;
  mkdirSync(join(app.dir, 'feeds'), { recursive: true });
  const open = (head: string): Upload => {
    const socket = isTls
      ? connectTls({ port: app.port, host: '127.0.0.1', rejectUnauthorized: false })
      : connectPlain(app.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.write(head);
    return {
      socket,
      text: () => text,
      closed: new Promise((resolve) => socket.once('close', () => resolve())),
    };
  };
  const expectAlive = async (): Promise<void> => {
    expect((await app.call('GET', '/healthz')).status).toBe(200);
    expect(readdirSync(join(app.dir, 'feeds')).filter((name) => name.includes('~'))).toEqual([]);
  };
  return { ...app, open, expectAlive };
}

const headOf = (
  framing: (typeof FRAMINGS)[number],
  bytes: number,
  line = 'PUT /feeds/nvd',
  type = 'text/plain',
): string =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN}\r\nContent-Type: ${type}\r\n` +
  (framing === 'chunked'
    ? 'Transfer-Encoding: chunked\r\n\r\n'
    : `Content-Length: ${bytes}\r\n\r\n`);

/** Sends a body of this many bytes, or up to where the connection ends. */
async function send(
  { socket, closed }: Upload,
  framing: (typeof FRAMINGS)[number],
  bytes: number,
): Promise<void> {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE.length) {
    if (framing === 'chunked') socket.write(`${PIECE.length.toString(16)}\r\n`);
    const isTaken = socket.write(PIECE);
    if (framing === 'chunked') socket.write('\r\n');
    if (isTaken) continue;
    await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (framing === 'chunked') socket.write('0\r\n\r\n');
}

describe.each(TLS)('an upload of a feed over %s', (_transport, env) => {
  describe.each(FRAMINGS)('with %s', (framing) => {
    it('that is over the limit is answered with 413', async () => {
      const { open, expectAlive } = await service(env);
      const upload = open(headOf(framing, TOO_LARGE));
      await send(upload, framing, TOO_LARGE);
      await upload.closed;
      expect(upload.text()).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"body_too_large"/);
      await expectAlive();
    });

    it('that a full disk cannot store is answered with 507', async () => {
      const { open, dir, expectAlive } = await service(env);
      symlinkSync('/dev/full', join(dir, 'feeds/nvd~1.incoming')); // each write to it fails
      const upload = open(headOf(framing, LIMIT - PIECE.length));
      await send(upload, framing, LIMIT - PIECE.length);
      await expect.poll(upload.text).toMatch(/^HTTP\/1.1 507 [\s\S]*"code":"disk_full"/);
      await expectAlive();
    });

    it.each([
      ['in its headers', (head: string) => head.slice(0, -10), 0],
      ['before its body', (head: string) => head, 0],
      ['in the middle of its body', (head: string) => head, LIMIT / 2],
    ])('that breaks %s leaves nothing', async (_stage, cut, bytes) => {
      const { open, expectAlive } = await service(env);
      const upload = open(cut(headOf(framing, LIMIT)));
      if (bytes > 0) upload.socket.write(framing === 'chunked' ? '80000\r\n' : '');
      for (let sent = 0; sent < bytes; sent += PIECE.length) upload.socket.write(PIECE);
      await new Promise((resolve) => setTimeout(resolve, 50));
      upload.socket.destroy();
      await upload.closed;
      await expect.poll(expectAlive).toBeUndefined();
    });

    it('whose sender leaves before the answer leaves nothing', async () => {
      const { open, expectAlive } = await service(env);
      const upload = open(headOf(framing, PIECE.length));
      await send(upload, framing, PIECE.length);
      upload.socket.destroy();
      await upload.closed;
      await expect.poll(expectAlive).toBeUndefined();
    });
  });
});

describe.each(TLS)('a body over %s', (_transport, env) => {
  it.each([
    ['POST /hosts', 'application/json'],
    ['PUT /hosts/1/inventory', 'text/plain'],
    ['PUT /hosts/1/inventory', 'application/json'],
    ['POST /agent/v1/jobs/inventory', 'application/octet-stream'],
    ['POST /agent/v1/poll', 'application/octet-stream'],
    ['POST /nowhere', 'text/plain'],
  ])('of %s with the type %s that breaks in its middle ends nothing', async (line, type) => {
    const { open, expectAlive } = await service(env);
    for (const framing of FRAMINGS) {
      const upload = open(headOf(framing, LIMIT, line, type));
      upload.socket.write(framing === 'chunked' ? '80000\r\n' : '');
      upload.socket.write(PIECE);
      await new Promise((resolve) => setTimeout(resolve, 30));
      upload.socket.destroy();
      await upload.closed;
    }
    await expectAlive();
  });

  it.each([
    ['POST /credentials', 'application/json', 413],
    ['PUT /hosts/1/inventory', 'text/plain', 413],
    ['POST /agent/v1/poll', 'application/octet-stream', 401],
  ])('of %s with the type %s that is too large is answered with %s', async (line, type, status) => {
    const { open, expectAlive } = await service(env);
    for (const framing of FRAMINGS) {
      const bytes = 40 * LIMIT;
      const upload = open(headOf(framing, bytes, line, type));
      await send(upload, framing, bytes);
      await upload.closed;
      expect(upload.text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    await expectAlive();
  });
});
