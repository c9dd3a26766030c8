import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { sniffConnections } from '../../src/http/connection-sniffer.js';

async function listening(
  patienceMs?: number,
): Promise<{ port: number; server: Server; cut: () => void }> {
  const server = createServer(
    (incoming, answer) => void text(incoming).then((body) => answer.end(`http: ${body}`)),
  );
  const cut = sniffConnections(
    server,
    (socket, bytes) => {
      if (!bytes.toString().startsWith('taken')) return false;
      socket.end('mine');
      return true;
    },
    patienceMs,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, server, cut };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

const ask = (port: number, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(
      { port, host: '127.0.0.1', method: 'POST' },
      (answer) => void text(answer).then(resolve),
    )
      .on('error', reject)
      .end(body);
  });

it('takes what it wants, and leaves all else to HTTP', async () => {
  const { port } = await listening();
  const socket = await opened(port);
  socket.write('taken');
  expect(await text(socket)).toBe('mine');
  expect(await ask(port, 'x'.repeat(300_000))).toBe(`http: ${'x'.repeat(300_000)}`);
});

it('leaves a request that comes byte by byte, and the next on its connection, to HTTP', async () => {
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

it('cuts off who says nothing for too long', async () => {
  const { port } = await listening(50);
  const socket = await opened(port);
  expect(await text(socket)).toBe('');
});

it('cuts off at once who has said nothing when it ends', async () => {
  const { port, server, cut } = await listening();
  const connection = once(server, 'connection');
  const socket = await opened(port);
  await connection;
  cut();
  expect(await text(socket)).toBe('');
});
