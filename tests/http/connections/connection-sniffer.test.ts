import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { networkOf } from '../../../src/http/connections/network-of.js';
import {
  sniffConnections,
  type ConnectionLimits,
} from '../../../src/http/connections/connection-sniffer.js';

async function listening(
  limits: Partial<ConnectionLimits> = {},
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
    limits,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, server, destroySilent };
}

async function opened(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
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
  const { port } = await listening({ silentMs: 50 });
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

const REQUEST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';

/** Opens connections one after the other, each with its first bytes; returns which of them are open. */
async function openAll(port: number, addresses: readonly string[], bytes: string) {
  const open: boolean[] = [];
  for (const [i, address] of addresses.entries()) {
    const socket = await opened(port, address);
    open[i] = true;
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open[i] = false;
      });
    if (bytes === '') continue;
    socket.write(bytes);
    await once(socket, 'data');
  }
  return open;
}

it('ends the oldest connections of an address with too many, and none of another', async () => {
  const { port } = await listening({ maxOpen: 3 });
  const addresses = ['127.0.0.2', ...Array.from({ length: 5 }, () => '127.0.0.1')];
  const open = await openAll(port, addresses, REQUEST);
  await expect.poll(() => open).toEqual([true, false, false, true, true, true]);
});

it('ends the oldest silent connections of an address with too many', async () => {
  const { port } = await listening({ maxSilent: 2, graceMs: 0 });
  const open = await openAll(port, ['127.0.0.2', ...Array<string>(4).fill('127.0.0.1')], '');
  await expect.poll(() => open).toEqual([true, false, false, true, true]);
});

it('ends no silent connection of those that have just begun', async () => {
  const { port } = await listening({ maxSilent: 2, graceMs: 60_000 });
  const open = await openAll(port, Array<string>(4).fill('127.0.0.1'), '');
  await opened(port);
  expect(open).toEqual([true, true, true, true]);
});

it('counts no connection that is closed or that was taken over', async () => {
  const { port, server } = await listening({ maxOpen: 1, maxSilent: 1, graceMs: 0 });
  const first = await opened(port);
  first.write(REQUEST);
  await once(first, 'data');
  for (let i = 0; i < 3; i += 1) {
    const agent = await opened(port);
    agent.write('taken');
    expect(await text(agent)).toBe('mine');
  }
  first.write(REQUEST);
  await once(first, 'data');
  first.destroy();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_e, count) => resolve(count))))
    .toBe(0);
  const second = await opened(port);
  second.write(REQUEST);
  await once(second, 'data');
  expect(second.destroyed).toBe(false);
});

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['', ''],
])('takes %j for the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
