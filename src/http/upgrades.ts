import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Gives an emitter that has only the upgrades to WebSocket. Others (clients that offer h2c with every request: Java, curl --http2) are
 * answered as if they had not asked, as RFC 9110, 7.8 wants it; Node alone would leave them without their body or an answer.
 */
export function webSocketUpgrades(server: Server): EventEmitter {
  const upgrades = new EventEmitter();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebSocket(request.headers.upgrade)) upgrades.emit('upgrade', request, socket, head);
    else readAgain(server, socket, Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]));
  });
  return upgrades;
}

const isWebSocket = (upgrade: string | undefined): boolean =>
  (upgrade ?? '').split(',').some((u) => u.trim().toLowerCase() === 'websocket');

// The parser has let go of the connection: it begins anew, with the request put back in front.
function readAgain(server: Server, socket: Duplex, bytes: Buffer): void {
  socket.unshift(bytes);
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/** The head of a request as it came, without what asks for an upgrade. */
export function headOf({
  method,
  url,
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
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
