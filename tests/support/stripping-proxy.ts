import { createServer, request, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { testTls } from './tcp-server.js';

/** Starts a proxy that removes a prefix from paths. It ends with the test. Returns its URL with the prefix. */
export async function strippingProxy(
  port: number,
  { prefix = '', hasTls = false } = {},
): Promise<string> {
  const server = hasTls ? createTlsServer(testTls) : createServer();
  const toOptions = ({ url = '', method, headers, socket }: IncomingMessage) => ({
    port,
    host: '127.0.0.1',
    method,
    path: url.startsWith(prefix) ? url.slice(prefix.length) : url,
    headers: {
      ...headers,
      'x-forwarded-for': socket.remoteAddress,
      'x-forwarded-proto': hasTls ? 'https' : 'http',
    },
  });
  server.on('request', (from, to) => {
    const upstream = request(toOptions(from), (answer) => {
      to.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(to);
    });
    upstream.on('error', () => to.destroy());
    from.pipe(upstream);
  });
  server.on('upgrade', (from: IncomingMessage, socket) => {
    const upstream = request(toOptions(from));
    upstream.on('upgrade', (answer, other) => {
      const lines = Object.entries(answer.headers).map(([k, v]) => `${k}: ${String(v)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      for (const end of [socket, other]) end.on('error', () => undefined);
      other.pipe(socket).pipe(other);
    });
    upstream.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const own = (server.address() as AddressInfo).port;
  return `${hasTls ? 'https' : 'http'}://127.0.0.1:${own}${prefix}`;
}
