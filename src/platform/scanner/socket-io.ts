import { Socket } from 'node:net';
import type { OnConnectResult, ProbeIo, ScanTarget, ConnectResult } from './probe-io.js';
import { ECHO } from './probe-io.js';

// By name, since the numbers differ between systems.
const VERDICT_BY_ERRNO: Readonly<Record<string, ConnectResult>> = {
  ECONNREFUSED: 'closed',
  ECONNRESET: 'closed',
  ENETUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  EAFNOSUPPORT: 'no_route',
  EACCES: 'not_permitted',
  EPERM: 'not_permitted',
  EMFILE: 'busy',
  ENFILE: 'busy',
  EADDRNOTAVAIL: 'busy',
  ENOBUFS: 'busy',
  ENOMEM: 'busy',
  EAGAIN: 'busy',
  EADDRINUSE: 'busy',
};

/**
 * Attempts with Node's own sockets, for systems where the calls of `syscall-io` are not available.
 * Slower, and without ICMP.
 * @param wake called when results can be polled
 */
export function createSocketIo(wake: () => void): ProbeIo {
  const sockets = new Map<number, Socket>();
  let ready: { id: number; socket: Socket; verdict: ConnectResult }[] = [];
  const queueVerdict = (id: number, socket: Socket, verdict: ConnectResult): void => {
    if (sockets.get(id) !== socket) return;
    if (ready.push({ id, socket, verdict }) === 1) wake();
  };
  return {
    start(id, target, port) {
      if (port === ECHO) return 'no_echo';
      const socket = new Socket();
      sockets.set(id, socket);
      socket.once('connect', () => {
        queueVerdict(id, socket, openVerdict(socket, target, port));
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        queueVerdict(id, socket, VERDICT_BY_ERRNO[error.code ?? ''] ?? 'unreachable');
      });
      socket.connect({ host: target.ip, port, family: target.family });
      return null;
    },
    drop(id) {
      sockets.get(id)?.destroy();
      sockets.delete(id);
    },
    poll(_waitMs, onAnswer: OnConnectResult) {
      const batch = ready;
      ready = [];
      for (const { id, socket, verdict } of batch) {
        if (sockets.get(id) !== socket) continue;
        sockets.delete(id);
        resetSocket(socket);
        onAnswer(id, verdict);
      }
    },
    close() {
      for (const socket of sockets.values()) socket.destroy();
      sockets.clear();
    },
  };
}

function openVerdict(socket: Socket, target: ScanTarget, port: number): ConnectResult {
  const here = target.loopback || socket.localAddress === target.ip;
  if (here && socket.localPort === port) return 'again';
  return here ? 'open_here' : 'open';
}

function resetSocket(socket: Socket): void {
  // With RST, so that no local port remains in TIME_WAIT.
  if (socket.destroyed) return;
  socket.resetAndDestroy();
}
