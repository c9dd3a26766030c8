import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { followEvents } from '../../../src/commands/watch/follow.js';
import { testIo } from '../../support/command.js';

it('ends without an error when it is interrupted before the service answers the handshake', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const interruption = new AbortController();
  const io = testIo();
  const ended = followEvents(
    { url, token: 'some', hint: '' },
    {
      path: '/ws/events',
      query: {},
      since: undefined,
      onEvent: () => undefined,
      signal: interruption.signal,
    },
    io,
  );
  await once(server, 'connection');
  interruption.abort();
  expect(await ended).toBe(true);
  expect(io.err()).toBe('');
});
