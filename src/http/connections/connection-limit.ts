import type { Socket } from 'node:net';
import { networkOf } from './network-of.js';

/** Keeps the connections of each address below a limit. */
export interface ConnectionLimit {
  /** Counts a connection until it is closed or removed. One too many of its address ends the oldest of them. */
  add: (socket: Socket) => void;
  /** Counts a connection no longer. */
  remove: (socket: Socket) => void;
}

/**
 * Creates a limit of connections per IPv4 address and per IPv6 network of 64 bits.
 * @param graceMs connections that are younger are not ended
 */
export function createConnectionLimit(max: number, graceMs = 0): ConnectionLimit {
  const networks = new Map<string, Map<Socket, number>>(); // ms of their begin, oldest first
  const keys = new WeakMap<Socket, string>(); // a closed socket has no address
  const remove = (socket: Socket): void => {
    const key = keys.get(socket) ?? '';
    const sockets = networks.get(key);
    if (sockets?.delete(socket) === true && sockets.size === 0) networks.delete(key);
  };
  return {
    remove,
    add(socket) {
      const key = networkOf(socket.remoteAddress ?? '');
      const sockets = networks.get(key) ?? new Map<Socket, number>();
      keys.set(socket, key);
      networks.set(key, sockets.set(socket, performance.now()));
      if (sockets.size <= max) return;
      for (const [oldest, since] of sockets) {
        if (performance.now() - since < graceMs) return;
        remove(oldest);
        oldest.destroy();
        return;
      }
    },
  };
}
