import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Looks at the first bytes of a connection; true: it is taken, and HTTP never hears of it. */
export type SniffHandler = (socket: Socket, bytes: Buffer) => boolean;

const MOST_OFTEN_MS = 5000;

// Thousands of connections wait at any time: what belongs to each is shared by all where it can be, and no timer is any one's own.
const ignore = (): void => undefined; // an error is followed by the end
const cut = function (this: Socket): void {
  this.destroy();
};

/**
 * Lets `look` see each connection of a server before its HTTP parser does: a parser and what belongs to it cost more memory than all the rest of a
 * connection that only waits. Who sends nothing for `patienceMs` (or somewhat longer) is cut off. Gives what cuts off at once all who have not sent anything yet.
 */
export function sniffConnections(
  server: Server,
  look: SniffHandler,
  patienceMs = 60_000,
): () => void {
  const silent = new Map<Socket, number>(); // since when, in the order in which they came
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  const leave = function (this: Socket): void {
    silent.delete(this);
  };
  const begin = function (this: Socket): void {
    const bytes = this.read() as Buffer | null;
    if (bytes === null) return;
    silent.delete(this);
    this.off('readable', begin).off('end', cut).off('close', leave);
    if (look(this, bytes)) return;
    this.off('error', ignore);
    this.unshift(bytes);
    for (const listen of listeners) listen.call(server, this);
  };
  server.on(event, (socket: Socket) => {
    silent.set(socket, performance.now());
    socket.on('error', ignore).on('readable', begin).on('end', cut).on('close', leave);
  });
  const timer = setInterval(
    () => {
      for (const [socket, since] of silent) {
        if (performance.now() - since < patienceMs) return;
        socket.destroy();
      }
    },
    Math.min(MOST_OFTEN_MS, patienceMs),
  ).unref();
  return () => {
    clearInterval(timer);
    for (const socket of silent.keys()) socket.destroy();
  };
}
