import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Returns an emitter of upgrades to WebSocket only. Some clients offer h2c with every request (Java,
 * curl --http2): their requests are answered as if they had not, as RFC 9110, 7.8 requires. Node
 * alone would answer them without their body or not at all.
 */
export function webSocketUpgrades(server: Server): EventEmitter {
  const upgrades = new EventEmitter();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebSocket(request.headers.upgrade)) upgrades.emit('upgrade', request, socket, head);
    else
      parseAgain(
        server,
        socket,
        Buffer.concat([Buffer.from(requestHead(request), 'latin1'), head]),
      );
  });
  return upgrades;
}

const isWebSocket = (upgrade: string | undefined): boolean =>
  (upgrade ?? '').split(',').some((u) => u.trim().toLowerCase() === 'websocket');

// The parser is detached from the connection: start a new one with the request pushed back.
function parseAgain(server: Server, socket: Duplex, bytes: Buffer): void {
  socket.unshift(bytes);
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/**
 * Returns the head of a request as received, without the headers that request an upgrade.
 * @internal
 */
export function requestHead({
  method,
  url,
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    if (/^(upgrade|http2-settings)$/i.test(name)) continue;
    lines.push(`${name}: ${/^connection$/i.test(name) ? withoutUpgrade(value) : value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const withoutUpgrade = (value: string): string =>
  value
    .split(',')
    .map((v) => v.trim())
    .filter((v) => !/^(upgrade|http2-settings)$/i.test(v))
    .join(', ') || 'keep-alive';
