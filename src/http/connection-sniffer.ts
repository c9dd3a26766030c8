import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Inspects the first bytes of a connection. Returns true if it takes the connection over from HTTP. */
export type SniffHandler = (socket: Socket, bytes: Buffer) => boolean;

const MAX_CHECK_INTERVAL_MS = 5000;

// Thousands of connections wait at any time: listeners are shared, and one timer serves all.
const ignore = (): void => undefined; // 'close' follows an error
const destroy = function (this: Socket): void {
  this.destroy();
};

/**
 * Lets `handler` see each connection of a server before the HTTP parser does. A parser and its state
 * take more memory than everything else of a waiting connection. Connections that send nothing
 * within `timeoutMs` (up to one check interval more) are destroyed.
 * @returns destroys all connections that have not sent anything yet
 */
export function sniffConnections(
  server: Server,
  handler: SniffHandler,
  timeoutMs = 60_000,
): () => void {
  const silentSince = new Map<Socket, number>(); // ms, oldest first
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  const forget = function (this: Socket): void {
    silentSince.delete(this);
  };
  const onReadable = function (this: Socket): void {
    const bytes = this.read() as Buffer | null;
    if (bytes === null) return;
    silentSince.delete(this);
    this.off('readable', onReadable).off('end', destroy).off('close', forget);
    if (handler(this, bytes)) return;
    this.off('error', ignore);
    this.unshift(bytes);
    for (const listen of listeners) listen.call(server, this);
  };
  server.on(event, (socket: Socket) => {
    silentSince.set(socket, performance.now());
    socket.on('error', ignore).on('readable', onReadable).on('end', destroy).on('close', forget);
  });
  const timer = setInterval(
    () => {
      for (const [socket, since] of silentSince) {
        if (performance.now() - since < timeoutMs) return;
        socket.destroy();
      }
    },
    Math.min(MAX_CHECK_INTERVAL_MS, timeoutMs),
  ).unref();
  return () => {
    clearInterval(timer);
    for (const socket of silentSince.keys()) socket.destroy();
  };
}
