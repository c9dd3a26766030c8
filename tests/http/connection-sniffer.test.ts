import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { sniffConnections } from '../../src/http/connection-sniffer.js';

async function listening(
  timeoutMs?: number,
): Promise<{ port: number; server: Server; destroySilent: () => void }> {
  const server = createServer(
    (incoming, response) => void text(incoming).then((body) => response.end(`http: ${body}`)),
  );
  const destroySilent = sniffConnections(
    server,
    (socket, bytes) => {
      if (!bytes.toString().startsWith('taken')) return false;
      socket.end('mine');
      return true;
    },
    timeoutMs,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, server, destroySilent };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

const post = (port: number, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(
      { port, host: '127.0.0.1', method: 'POST' },
      (response) => void text(response).then(resolve),
    )
      .on('error', reject)
      .end(body);
  });

it('takes over a connection by its first bytes and leaves others to HTTP', async () => {
  const { port } = await listening();
  const socket = await opened(port);
  socket.write('taken');
  expect(await text(socket)).toBe('mine');
  expect(await post(port, 'x'.repeat(300_000))).toBe(`http: ${'x'.repeat(300_000)}`);
});

it('leaves a request sent byte by byte, and the next one on its connection, to HTTP', async () => {
  const { port } = await listening();
  const socket = await opened(port);
  socket.setNoDelay(true);
  for (const byte of 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nab') {
    socket.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\nconnection: close\r\n\r\nc');
  expect((await text(socket)).match(/http: [abc]+/g)).toEqual(['http: ab', 'http: c']);
});

it('destroys a connection that stays silent for too long', async () => {
  const { port } = await listening(50);
  const socket = await opened(port);
  expect(await text(socket)).toBe('');
});

it('destroys silent connections at once on shutdown', async () => {
  const { port, server, destroySilent } = await listening();
  const connection = once(server, 'connection');
  const socket = await opened(port);
  await connection;
  destroySilent();
  expect(await text(socket)).toBe('');
});
