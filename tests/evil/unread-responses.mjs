// A viewer who asks for the API description and lists on many connections, and reads none of the answers.
import { connect } from 'node:net';
import { expectMet, repeat, untilAborted } from './support/load.mjs';

const CONNECTIONS = 1000;
const AT_ONCE = 10;
const REQUESTS = 4; // in each connection, one after the other

export default {
  name: 'a viewer asks on 1,000 connections and reads no answer',
  env: { RATE_LIMIT_PER_MINUTE: '0' },
  async attack({ url, tokens, signal }) {
    const { hostname, port } = new URL(url);
    const sockets = new Set();
    let ended = 0;
    const ask = () =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname).pause();
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          if (!signal.aborted) ended += 1;
        });
        const head = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.viewer}\r\n\r\n`;
        socket.write(head.repeat(REQUESTS), () => resolve());
        socket.once('close', resolve);
      });
    const open = repeat(
      signal,
      async () => {
        if (sockets.size < CONNECTIONS) await Promise.all(Array.from({ length: AT_ONCE }, ask));
        // A paused socket notices its end only when it is written to.
        for (const socket of sockets) socket.write(' ');
      },
      20,
    );
    await untilAborted(signal);
    for (const socket of sockets) socket.destroy();
    await open;
    expectMet(ended > 0, 'no connection was ended');
  },
};
