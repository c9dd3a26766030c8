import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createConnectionLimit } from './connection-limit.js';

/** Inspects the first bytes of a connection. Returns true if it takes the connection over from HTTP. */
export type SniffHandler = (socket: Socket, bytes: Buffer) => boolean;

const MAX_CHECK_INTERVAL_MS = 5000;

export interface ConnectionLimits {
  /** how long a connection may send nothing at first; up to one check interval more */
  silentMs: number;
  /** connections of one address that have sent nothing yet */
  maxSilent: number;
  /** how long such a connection is safe: after a restart, all agents connect at once */
  graceMs: number;
  /** connections of one address that are left to HTTP */
  maxOpen: number;
}

const LIMITS: ConnectionLimits = {
  silentMs: 60_000,
  maxSilent: 4096,
  graceMs: 2000,
  maxOpen: 2048,
};

// Thousands of connections wait at any time: listeners are shared, and one timer serves all.
const ignore = (): void => undefined; // 'close' follows an error
const destroy = function (this: Socket): void {
  this.destroy();
};

/**
 * Lets `handler` see each connection of a server before the HTTP parser does. A parser and its state
 * take more memory than everything else of a waiting connection. Connections that send nothing for too long are
 * destroyed, and the oldest of an address with too many: an address cannot take the places of others.
 * @returns destroys all connections that have not sent anything yet
 */
export function sniffConnections(
  server: Server,
  handler: SniffHandler,
  options: Partial<ConnectionLimits> = {},
): () => void {
  const limits = { ...LIMITS, ...options };
  const silent = createConnectionLimit(limits.maxSilent, limits.graceMs);
  const open = createConnectionLimit(limits.maxOpen);
  const silentSince = new Map<Socket, number>(); // ms, oldest first
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  const forget = function (this: Socket): void {
    silentSince.delete(this);
    silent.remove(this);
  };
  const forgetOpen = function (this: Socket): void {
    open.remove(this);
  };
  const onReadable = function (this: Socket): void {
    const bytes = this.read() as Buffer | null;
    if (bytes === null) return;
    forget.call(this);
    this.off('readable', onReadable).off('end', destroy).off('close', forget);
    if (handler(this, bytes)) return;
    open.add(this);
    this.on('close', forgetOpen).off('error', ignore);
    this.unshift(bytes);
    for (const listen of listeners) listen.call(server, this);
  };
  server.on(event, (socket: Socket) => {
    silentSince.set(socket, performance.now());
    silent.add(socket);
    socket.on('error', ignore).on('readable', onReadable).on('end', destroy).on('close', forget);
  });
  const timer = setInterval(
    () => {
      for (const [socket, since] of silentSince) {
        if (performance.now() - since < limits.silentMs) return;
        socket.destroy();
      }
    },
    Math.min(MAX_CHECK_INTERVAL_MS, limits.silentMs),
  ).unref();
  return () => {
    clearInterval(timer);
    for (const socket of silentSince.keys()) socket.destroy();
  };
}
