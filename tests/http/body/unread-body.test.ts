import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addBodyTimeout } from '../../../src/http/body/body-timeout.js';
import { endUnreadBodies } from '../../../src/http/body/unread-body.js';
import type { App } from '../../../src/http/zod.js';
import { ADMIN } from '../../support/app.js';
import { listeningApp } from '../../support/ws.js';

interface RawConnection {
  socket: Socket;
  text: () => string;
  /** resolves when the text matches */
  got: (pattern: RegExp) => Promise<string>;
  closed: Promise<void>;
}

function open(port: number, head: string): RawConnection {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  let check = (): void => undefined;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    check();
  });
  socket.write(head);
  return {
    socket,
    text: () => text,
    got: (pattern) =>
      new Promise((resolve) => {
        check = () => {
          if (pattern.test(text)) resolve(text);
        };
        check();
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

/** Sends chunks until the connection closes. */
function sendForever(socket: Socket): void {
  const timer = setInterval(() => socket.write('5\r\nxxxxx\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

const CHUNKED = 'Host: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n';

/** A service that refuses all uploads; `bytesRead` returns what it read from its last connection. */
async function refusingApp(add: (app: App) => void) {
  const app = Fastify() as unknown as App;
  onTestFinished(async () => app.close());
  add(app);
  app.post('/', {
    config: {} as never,
    onRequest: (_request, reply) => void reply.code(401).send('refused'),
    handler: () => 'accepted',
  });
  let last: Socket | undefined;
  app.server.on('connection', (socket) => {
    last = socket;
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return { port: Number(port), bytesRead: () => last?.bytesRead };
}

const UPLOAD = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${32 << 20}\r\n\r\n`;

describe('a body that is not read', () => {
  it('is discarded in the turns of the queue, and its sender receives the answer', async () => {
    const { port, bytesRead } = await refusingApp((app) =>
      endUnreadBodies(app, { add: () => undefined }),
    );
    const { socket, got, closed } = open(port, UPLOAD);
    socket.write(Buffer.alloc((32 << 20) - 1));
    await got(/refused$/);
    await closed;
    expect(bytesRead()).toBeLessThan(4 << 20);
  });

  it('has no timeout any more once its request is answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await refusingApp(addBodyTimeout);
    const { got } = open(port, UPLOAD);
    await got(/refused$/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['an upload of a feed without a token', 'PUT /feeds/nvd', 401, ''],
    ['an upload to no route', 'PUT /nowhere', 401, ''],
    [
      'an upload to no route, with a token',
      'PUT /nowhere',
      404,
      `Authorization: Bearer ${ADMIN}\r\n`,
    ],
    ['a wrong method', 'POST /healthz', 405, ''],
    ['a URL that cannot be decoded', 'PUT /%zz', 400, ''],
    ['a HEAD with a body', 'HEAD /healthz', 200, ''],
  ])('ends the connection after the answer: %s', async (_what, line, status, more) => {
    const { port } = await listeningApp();
    const { socket, got, closed } = open(port, `${line} HTTP/1.1\r\n${CHUNKED}${more}\r\n`);
    sendForever(socket);
    await got(new RegExp(`^HTTP/1.1 ${status} `));
    await closed;
  });

  it('ends the connection of a long body that stops', async () => {
    const { port } = await listeningApp();
    const { got, closed } = open(
      port,
      'PUT /feeds/nvd HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\nx',
    );
    expect(await got(/\r\n\r\n/)).toMatch(/\r\nconnection: close\r\n/i);
    await closed;
  });

  it('ends the connection of a short body that does not arrive', async () => {
    const { port } = await listeningApp();
    const { got, closed } = open(
      port,
      'PUT /feeds/nvd HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nx',
    );
    await got(/^HTTP\/1.1 401 /);
    await closed;
  });

  it('keeps the connection after a short body', async () => {
    const { port } = await listeningApp();
    const { socket, got, text } = open(
      port,
      'PUT /feeds/nvd HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nxxxxx',
    );
    expect(await got(/^HTTP\/1.1 401 /)).not.toMatch(/\r\nconnection: close\r\n/i);
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await got(/HTTP\/1.1 200 /);
    expect(text()).toContain('{"status":"ok"}');
  });

  it('is not asked for by 100 Continue', async () => {
    const { port } = await listeningApp();
    const head = `Host: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nContent-Type: application/json\r\n`;
    const refused = open(port, `POST /hosts HTTP/1.1\r\n${head}\r\n`);
    expect(await refused.got(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 401 /);
    const allowed = open(
      port,
      `POST /hosts HTTP/1.1\r\n${head}Authorization: Bearer ${ADMIN}\r\n\r\n`,
    );
    await allowed.got(/^HTTP\/1.1 100 Continue\r\n/);
    allowed.socket.write('[]');
    await allowed.got(/HTTP\/1.1 400 /);
  });
});
