import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPeerQueue } from '../../../src/platform/net/peer-queue.js';
import { paceReads } from '../../../src/platform/net/pace-reads.js';
import { tcpServer } from '../../support/tcp-server.js';

const PEERS = 6;

/** Writes without end. */
function flood(socket: Socket): void {
  const chunk = Buffer.alloc(65_536);
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

it('sockets that share a queue are read at most twice in one iteration of the event loop', async () => {
  const server = await tcpServer(flood);
  const queue = createPeerQueue(() => 0);
  const sockets = Array.from({ length: PEERS }, () => connect(server.port, server.ip));
  let reads = 0;
  for (const socket of sockets) {
    await once(socket, 'connect');
    paceReads(socket, queue);
    socket.on('data', () => {
      reads += 1;
    });
  }
  for (let i = 0; i < 50; i += 1) await nextIteration(); // until each socket is in the queue
  let most = 0;
  while (reads < 200) {
    const before = reads;
    await nextIteration();
    most = Math.max(most, reads - before);
  }
  for (const socket of sockets) socket.destroy();
  expect(most).toBeLessThanOrEqual(2);
});

it('a paced socket returns all bytes', async () => {
  const server = await tcpServer((socket) => {
    socket.end(Buffer.alloc(1_000_000, 7));
  });
  const socket = connect(server.port, server.ip);
  await once(socket, 'connect');
  paceReads(socket, createPeerQueue());
  let length = 0;
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  await once(socket, 'end');
  expect(length).toBe(1_000_000);
});
