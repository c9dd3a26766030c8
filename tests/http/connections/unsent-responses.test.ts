import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addUnsentLimits,
  type UnsentLimits,
} from '../../../src/http/connections/unsent-responses.js';
import type { App } from '../../../src/http/zod.js';

const BYTES = 16 << 20; // more than the buffers of two sockets

async function service(limits: Partial<UnsentLimits>) {
  const app = Fastify() as unknown as App;
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const id = Number(request.headers['x-token']);
    request.caller = { id } as never;
    done();
  });
  addUnsentLimits(app, limits);
  const text = 'x'.repeat(BYTES);
  app.get('/', { config: {} as never }, () => text);
  app.get('/stream', { config: {} as never }, (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 256 }, () => 'x'.repeat(BYTES / 256)))),
  );
  app.get('/slow', { config: {} as never }, (_request, reply) => {
    const stream = Readable.from(
      (async function* () {
        yield 'first ';
        await new Promise((resolve) => setTimeout(resolve, 300));
        yield 'last';
      })(),
    );
    return reply.send(stream);
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  /** @param atOnce bytes that are read at once, after which the connection pauses; undefined: all */
  const open = (token: number, path = '/', atOnce?: number) => {
    const onread = atOnce && { buffer: Buffer.alloc(atOnce), callback: () => false };
    const target = { port: Number(port), host: '127.0.0.1', ...(onread && { onread }) };
    const socket = connect(target).pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Token: ${token}\r\n\r\n`);
    return socket;
  };
  const openCount = () =>
    new Promise<number>((resolve) => app.server.getConnections((_e, count) => resolve(count)));
  return { open, openCount };
}

/** Returns the bytes that the client receives from now on. */
const readAll = (socket: Socket, until: number): Promise<number> =>
  new Promise((resolve) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= until) resolve(bytes);
    });
    socket.on('close', () => resolve(bytes));
    socket.resume();
  });

describe('a response that is not read', () => {
  it('ends its connection after a time', async () => {
    const { open, openCount } = await service({ stallMs: 100 });
    for (let i = 0; i < 3; i += 1) open(1);
    await expect.poll(openCount).toBe(3);
    await expect.poll(openCount, { timeout: 5000 }).toBe(0);
  });

  it('ends the oldest of the caller for whom most waits', async () => {
    const { open, openCount } = await service({ maxBytes: 4 * BYTES });
    const other = open(2);
    await expect.poll(openCount).toBe(1);
    for (let i = 0; i < 8; i += 1) open(1);
    await expect.poll(openCount).toBe(4);
    expect(await readAll(other, BYTES)).toBeGreaterThanOrEqual(BYTES);
  });

  it('ends the oldest of a caller with too many', async () => {
    const { open, openCount } = await service({ maxPerCaller: 3 });
    for (let i = 0; i < 6; i += 1) open(1);
    open(2);
    await expect.poll(openCount).toBe(4);
  });
});

describe('a response whose reader is slow', () => {
  /** Reads one byte of a response of 16 MiB every 10 ms, so that it always makes progress. */
  function readSlowly(socket: Socket): void {
    const timer = setInterval(() => socket.resume(), 10);
    socket.on('close', () => clearInterval(timer));
  }
  const slow = { stallMs: 60_000, patienceMs: 200, minRate: BYTES };

  it('ends its connection, although it makes progress', async () => {
    const { open, openCount } = await service(slow);
    readSlowly(open(1, '/stream', 1));
    await expect.poll(openCount).toBe(1);
    await expect.poll(openCount, { timeout: 10_000 }).toBe(0);
  });

  it('is whole for a reader that is fast enough', async () => {
    const { open } = await service(slow);
    const socket = open(1, '/stream');
    expect(await readAll(socket, BYTES)).toBeGreaterThanOrEqual(BYTES);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(socket.closed).toBe(false);
  });
});

describe('a response that is read', () => {
  it('is complete, however late the service sends the rest', async () => {
    const { open } = await service({ stallMs: 100 });
    const socket = open(1, '/slow');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.resume();
    await expect.poll(() => text).toContain('last');
  });

  it('leaves no trace in the limits', async () => {
    const { open, openCount } = await service({ maxBytes: 2 * BYTES, maxPerCaller: 2 });
    for (let i = 0; i < 5; i += 1)
      expect(await readAll(open(1), BYTES)).toBeGreaterThanOrEqual(BYTES);
    expect(await openCount()).toBe(5); // each is kept alive
  });
});
