import type { Socket } from 'node:net';
import type { SniffHandler } from '../../http/connections/connection-sniffer.js';
import type { LiveHub } from './create-hub.js';
import { parseAgentVersion, parsePoll } from './poll.request.js';

/**
 * Handles polls of agents below HTTP: thousands are open at any time, and all of them reconnect at once
 * after a restart. A request in any other form, with an unknown token or over the rate limit is left to
 * the HTTP server.
 */
export function createRawPollHandler(
  hub: Pick<LiveHub, 'authenticate' | 'poll' | 'limits'>,
  isClosing: () => boolean,
): SniffHandler {
  return (socket, bytes) => {
    const request = isClosing() ? null : parsePoll(bytes);
    const caller = request && hub.authenticate(request.token);
    if (!caller || !isAllowed(hub, caller.hostId)) return false;
    const onClose = hub.poll({
      ...caller,
      version: parseAgentVersion(request.body),
      respond: (text) => respond(socket, text),
    });
    socket.on('close', onClose).on('end', destroy).resume();
    return true;
  };
}

function isAllowed({ limits }: Pick<LiveHub, 'limits'>, hostId: number): boolean {
  try {
    limits.countRequest(hostId);
    return true;
  } catch {
    return false;
  }
}

function respond(socket: Socket, text: string): void {
  if (!socket.destroyed)
    socket.write(
      'HTTP/1.1 200 OK\r\n' +
        'content-type: text/plain; charset=utf-8\r\n' +
        `content-length: ${Buffer.byteLength(text)}\r\n` +
        `connection: close\r\n\r\n${text}`,
    );
  socket.destroySoon();
}

/** One function for all sockets: thousands of them are open. */
function destroy(this: Socket): void {
  this.destroy();
}
