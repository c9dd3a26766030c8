import type { Socket } from 'node:net';
import type { SniffHandler } from '../../http/connection-sniffer.js';
import type { LiveHub } from './create-hub.js';
import { parsePoll, parseAgentVersion } from './poll.request.js';

const destroy = function (this: Socket): void {
  this.destroy();
};

/**
 * Takes polls of agents below HTTP: thousands wait at any time, and come back together after a restart. What is not plain, or has a token that opens nothing, goes the
 * usual way and is answered there.
 */
export function createRawPollHandler(
  hub: Pick<LiveHub, 'authenticate' | 'poll'>,
  closing: () => boolean,
): SniffHandler {
  return (socket, bytes) => {
    const request = closing() ? null : parsePoll(bytes);
    const caller = request && hub.authenticate(request.token);
    if (!caller) return false;
    const respond = (text: string): void => {
      if (!socket.destroyed)
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
        );
      socket.destroySoon();
    };
    const gone = hub.poll({ ...caller, version: parseAgentVersion(request.body), respond });
    socket.on('close', gone).on('end', destroy).resume();
    return true;
  };
}
