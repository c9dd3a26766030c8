import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts an HTTP proxy on loopback. It reaches each host at 127.0.0.1, and asks for a login unless it is null.
 * `requests`: method and target of those that it received.
 */
export async function httpProxy(login: string | null) {
  const requests: string[] = [];
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    login === null ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createServer((from, to) => {
    requests.push(`${from.method ?? ''} ${from.url ?? ''}`);
    if (!isAllowed(from)) return void to.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    const { port, pathname } = new URL(from.url ?? '');
    const upstream = request(
      { host: '127.0.0.1', port, path: pathname, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(to);
      },
    );
    upstream.on('error', () => to.writeHead(502).end());
    upstream.end();
  });
  server.on('connect', (from: IncomingMessage, socket) => {
    requests.push(`${from.method ?? ''} ${from.url ?? ''}`);
    socket.on('error', () => undefined);
    if (!isAllowed(from))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const upstream = connect(Number(from.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}
