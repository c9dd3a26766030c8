import { connect } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { DialError } from '../../../src/platform/net/dialer.js';
import { createGuard, parseCidr } from '../../../src/platform/net/address-guard.js';
import { createDialer, isSelfConnect } from '../../../src/platform/net/tcp-dialer.js';
import { tcpServer, testTls } from '../../support/tcp-server.js';

const dialer = createDialer(createGuard([], []));
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DialError ? error.failure : String(error)),
  );

describe('connect', () => {
  it('returns a connection that reads and writes', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.on('data', (data) => {
        socket.write(`you said ${data.toString()}`);
      });
    });
    const { connection, tls, connectMs } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    await connection.write('hi');
    const answer = await connection.read({
      timeoutMs: 5000,
      isComplete: (data) => data.length >= 11,
    });
    connection.close();
    expect(answer).toEqual({ data: Buffer.from('you said hi'), ended: false });
    expect(tls).toBeNull();
    expect(connectMs).toBeGreaterThanOrEqual(0);
  });

  it('reports a refused port', async () => {
    const { port, ip, server } = await tcpServer(() => undefined);
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await failureOf(dialer.connect({ ip, port, timeoutMs: 5000 }))).toBe('refused');
  });

  it('calls the guard first', async () => {
    const { port, ip, connections } = await tcpServer(() => undefined);
    const guarded = createDialer(createGuard([], [parseCidr('127.0.0.0/8')]));
    expect(await failureOf(guarded.connect({ ip, port, timeoutMs: 5000 }))).toBe('not_allowed');
    expect(connections()).toBe(0);
  });

  it('accepts no names, since they would be resolved after the guard was called', async () => {
    expect(await failureOf(dialer.connect({ ip: 'localhost', port: 1, timeoutMs: 5000 }))).toBe(
      'not_allowed',
    );
  });

  it('does not connect if it was aborted before', async () => {
    const { port, ip, connections } = await tcpServer(() => undefined);
    expect(
      await failureOf(dialer.connect({ ip, port, timeoutMs: 5000, signal: AbortSignal.abort() })),
    ).toBe('aborted');
    expect(connections()).toBe(0);
  });

  it('ends a read when aborted', async () => {
    const { port, ip } = await tcpServer(() => undefined);
    const controller = new AbortController();
    const { connection } = await dialer.connect({
      ip,
      port,
      timeoutMs: 5000,
      signal: controller.signal,
    });
    const reading = connection.read({ timeoutMs: 60_000 });
    controller.abort();
    expect(await reading).toEqual({ data: Buffer.alloc(0), ended: true });
  });

  it('never reports a connection to itself as an open port', async () => {
    const { port, ip, server } = await tcpServer(() => undefined);
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const itself = connect({ host: ip, port, localPort: port });
    await new Promise((resolve) => {
      itself.once('connect', resolve);
    });
    expect(isSelfConnect(itself)).toBe(true);
    expect(
      isSelfConnect({
        localPort: port,
        remotePort: port,
        localAddress: '127.0.0.1',
        remoteAddress: '127.0.0.2',
      }),
    ).toBe(false);
    itself.destroy();
  });
});

describe('read', () => {
  it('stops an endless peer at maxBytes', async () => {
    const { port, ip } = await tcpServer((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
      };
      socket.on('drain', flood);
      flood();
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    const first = await connection.read({
      timeoutMs: 5000,
      maxBytes: 1000,
      isComplete: () => false,
    });
    const capped = await connection.read({
      timeoutMs: 5000,
      maxBytes: 1e9,
      isComplete: () => false,
    });
    connection.close();
    expect([first.data.length, capped.data.length]).toEqual([1000, 1 << 20]);
  });

  it('keeps the rest of one read for the next', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.end('0123456789');
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    const first = await connection.read({ timeoutMs: 5000, maxBytes: 4 });
    const rest = await connection.read({ timeoutMs: 5000, isComplete: () => false });
    expect([first.data.toString(), rest.data.toString(), rest.ended]).toEqual([
      '0123',
      '456789',
      true,
    ]);
  });

  it('returns the received bytes after a timeout', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.write('half');
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    await connection.read({ timeoutMs: 5000, maxBytes: 2 });
    const { data, ended } = await connection.read({ timeoutMs: 30, isComplete: () => false });
    connection.close();
    expect([data.toString(), ended]).toEqual(['lf', false]);
  });

  it('reports a reset as an end, and a write after it as a DialError', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.resetAndDestroy();
      });
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    await connection.write('x');
    expect(await connection.read({ timeoutMs: 5000 })).toEqual({
      data: Buffer.alloc(0),
      ended: true,
    });
    expect(await failureOf(connection.write('x'))).toBe('reset');
  });

  it('returns the data received before a reset', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.write('go away', () => {
          socket.resetAndDestroy();
        });
      });
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    await connection.write('x');
    const { data } = await connection.read({ timeoutMs: 5000, isComplete: () => false });
    expect(data.toString()).toBe('go away');
  });
});

describe('TLS', () => {
  it('performs the handshake without verification, and returns the certificate', async () => {
    const { port, ip } = await tcpServer(
      (socket) => {
        socket.write('secret');
      },
      { tls: true },
    );
    const { connection, tls } = await dialer.connect({ ip, port, timeoutMs: 5000, tls: {} });
    const { data } = await connection.read({ timeoutMs: 5000 });
    connection.close();
    expect(data.toString()).toBe('secret');
    expect(tls?.protocol).toBe('TLSv1.3');
    expect(tls?.certificate?.subject.CN).toBe('test.example');
  });

  it('upgrades a plain connection', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.write('OK');
        const secured = new TLSSocket(socket, {
          isServer: true,
          secureContext: createSecureContext(testTls),
        });
        secured.on('error', () => undefined);
        secured.write('inside');
      });
    });
    const { connection } = await dialer.connect({ ip, port, timeoutMs: 5000 });
    await connection.write('STARTTLS');
    await connection.read({ timeoutMs: 5000 });
    const facts = await connection.startTls({ servername: 'test.example', timeoutMs: 5000 });
    const { data } = await connection.read({ timeoutMs: 5000 });
    connection.close();
    expect([facts.protocol, data.toString()]).toEqual(['TLSv1.3', 'inside']);
  });

  it('reports a peer without TLS', async () => {
    const { port, ip } = await tcpServer((socket) => {
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await failureOf(dialer.connect({ ip, port, timeoutMs: 5000, tls: {} }))).toBe('tls');
  });

  it('times out on a handshake that never completes', async () => {
    const { port, ip } = await tcpServer(() => undefined);
    expect(await failureOf(dialer.connect({ ip, port, timeoutMs: 60, tls: {} }))).toBe('timeout');
  });
});
