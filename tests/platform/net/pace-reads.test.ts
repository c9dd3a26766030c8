import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { createPeerQueue } from '../../../src/platform/net/peer-queue.js';
import { paceReads } from '../../../src/platform/net/pace-reads.js';
import { tcpServer } from '../../support/tcp-server.js';

const PEERS = 6;

// In a thread: a sender in this one would wait for the reader.
const FLOOD = `
const { createServer } = require('node:net');
const chunk = Buffer.alloc(65_536);
const server = createServer((socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  socket.on('error', () => {});
  more();
});
server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));
`;

/** Returns the port of a server that writes without end to each of its clients. */
async function flood(): Promise<number> {
  const thread = new Worker(FLOOD, { eval: true });
  onTestFinished(async () => {
    await thread.terminate();
  });
  const [port] = (await once(thread, 'message')) as [number];
  return port;
}

it('sockets that share a queue are not all read in one iteration of the event loop', async () => {
  const port = await flood();
  const queue = createPeerQueue(() => 0);
  const sockets = Array.from({ length: PEERS }, () => connect(port, '127.0.0.1'));
  let reads = 0;
  const seen = new Set<Socket>();
  for (const socket of sockets) {
    await once(socket, 'connect');
    paceReads(socket, queue);
    socket.on('data', () => {
      reads += 1;
      seen.add(socket);
    });
  }
  while (seen.size < PEERS) await nextIteration(); // The first read of a socket waits for no other.
  for (let i = 0; i < 50; i += 1) await nextIteration();
  let most = 0;
  const enough = reads + 200;
  while (reads < enough) {
    const before = reads;
    await nextIteration();
    most = Math.max(most, reads - before);
  }
  for (const socket of sockets) socket.destroy();
  expect(most).toBeLessThan(PEERS);
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
