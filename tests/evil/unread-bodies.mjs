// Uploads of feeds without a token that are never finished: each connection is answered with 401 and closed.
import { connect } from 'node:net';
import { expectMet, repeat, untilAborted } from './support/load.mjs';

const CONNECTIONS = 50;
const MAX_OPEN_MS = 10_000;
const CHUNK = `${(16_384).toString(16)}\r\n${'x'.repeat(16_384)}\r\n`;

export default {
  name: 'callers without a token upload feeds without an end',
  async attack({ url, signal }) {
    const { hostname, port } = new URL(url);
    const sockets = new Set();
    let closed = 0;
    let longest = 0;
    const upload = () =>
      new Promise((resolve) => {
        const started = performance.now();
        const socket = connect(Number(port), hostname);
        sockets.add(socket);
        const timer = setInterval(() => socket.write(CHUNK), 50);
        socket.on('error', () => {});
        socket.on('data', () => {});
        socket.on('close', () => {
          clearInterval(timer);
          sockets.delete(socket);
          if (!signal.aborted) {
            closed += 1;
            longest = Math.max(longest, performance.now() - started);
          }
          resolve();
        });
        socket.write('PUT /feeds/nvd HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
      });
    const runs = Array.from({ length: CONNECTIONS }, () => repeat(signal, upload, 200));
    await untilAborted(signal);
    for (const socket of sockets) socket.destroy();
    await Promise.all(runs);
    expectMet(closed > 0, 'no connection was closed');
    if (longest > MAX_OPEN_MS) throw new Error(`a connection was open for ${longest} ms`);
  },
};
