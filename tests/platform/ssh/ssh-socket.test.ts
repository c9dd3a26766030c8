import { once } from 'node:events';
import { expect, it } from 'vitest';
import { dialSocket } from '../../../src/platform/ssh/ssh-socket.js';
import { tcpServer } from '../../support/tcp-server.js';

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));

it('a socket for SSH reads at most 2 KiB at a time, and all bytes in their order', async () => {
  const server = await tcpServer((socket) => {
    socket.end(BYTES);
  });
  const socket = await dialSocket({
    ip: server.ip,
    port: server.port,
    timeoutMs: 5000,
    guard: () => null,
    signal: new AbortController().signal,
  });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'end');
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(2048);
  expect(Buffer.concat(chunks).equals(BYTES)).toBe(true);
});
