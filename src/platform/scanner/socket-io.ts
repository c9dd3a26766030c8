import { Socket } from 'node:net';
import type { OnConnectResult, ProbeIo, ScanTarget, ConnectResult } from './probe-io.js';
import { ECHO } from './probe-io.js';

// By name, for the numbers differ between systems.
const VERDICTS: Readonly<Record<string, ConnectResult>> = {
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
 * Attempts by Node's own sockets: for systems where the calls of `syscall-io` can't be made. Slower, and without ICMP.
 * @param wake called when there is something to poll
 */
export function createSocketIo(wake: () => void): ProbeIo {
  const going = new Map<number, Socket>();
  let come: { id: number; socket: Socket; verdict: ConnectResult }[] = [];
  const tell = (id: number, socket: Socket, verdict: ConnectResult): void => {
    if (going.get(id) !== socket) return;
    if (come.push({ id, socket, verdict }) === 1) wake();
  };
  return {
    start(id, target, port) {
      if (port === ECHO) return 'no_echo';
      const socket = new Socket();
      going.set(id, socket);
      socket.once('connect', () => {
        tell(id, socket, openVerdict(socket, target, port));
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        tell(id, socket, VERDICTS[error.code ?? ''] ?? 'unreachable');
      });
      socket.connect({ host: target.ip, port, family: target.family });
      return null;
    },
    drop(id) {
      going.get(id)?.destroy();
      going.delete(id);
    },
    poll(_waitMs, onAnswer: OnConnectResult) {
      const now = come;
      come = [];
      for (const { id, socket, verdict } of now) {
        if (going.get(id) !== socket) continue;
        going.delete(id);
        hangUp(socket);
        onAnswer(id, verdict);
      }
    },
    close() {
      for (const socket of going.values()) socket.destroy();
      going.clear();
    },
  };
}

function openVerdict(socket: Socket, target: ScanTarget, port: number): ConnectResult {
  const here = target.loopback || socket.localAddress === target.ip;
  if (here && socket.localPort === port) return 'again';
  return here ? 'open_here' : 'open';
}

function hangUp(socket: Socket): void {
  // With RST, so that no local port stays in TIME_WAIT.
  if (socket.destroyed) return;
  socket.resetAndDestroy();
}
