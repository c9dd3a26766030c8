import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
/** Key and self-signed certificate for servers in tests. */
export const testTls = { key: fixture('key.pem'), cert: fixture('cert.pem') };

export interface TestServer {
  port: number;
  ip: string;
  server: Server;
  connections: () => number;
  maxConcurrent: () => number;
}

/** Listens on a free port of 127.0.0.1, passes each connection to `serve`, and closes when the test ends. */
export async function tcpServer(
  serve: (socket: Socket) => void,
  options: { tls?: boolean; ip?: string; cert?: string } = {},
): Promise<TestServer> {
  const open = new Set<Socket>();
  let total = 0;
  let most = 0;
  const ip = options.ip ?? '127.0.0.1';
  const server =
    options.tls === true
      ? createTlsServer(
          { ...testTls, ...(options.cert && { cert: options.cert }), minVersion: 'TLSv1.2' },
          serve,
        )
      : createServer(serve);
  server.on('connection', (socket: Socket) => {
    total += 1;
    open.add(socket);
    most = Math.max(most, open.size);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
    });
  });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: Socket) => {
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, ip, resolve);
  });
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    ip,
    server,
    connections: () => total,
    maxConcurrent: () => most,
  };
}
