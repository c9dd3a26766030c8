import { randomInt } from 'node:crypto';
import { buildEcho, parseReply } from './icmp.js';
import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import type { OnConnectResult, ScanTarget, ConnectResult } from '../probe-io.js';
import { readSockaddr, equalBytes } from '../target.js';

/** Echo requests over one socket per family, opened on first use. */
export interface Ping {
  start(id: number, target: ScanTarget): ConnectResult | null;
  drop(id: number): void;
  read(fd: number, onAnswer: OnConnectResult): void;
  close(): void;
}

interface Socket {
  fd: number;
  family: 4 | 6;
  raw: boolean;
}

const NO_SOCKET: Socket = { fd: -1, family: 4, raw: false };
const MAX_REPLIES_PER_READ = 256;

/** @param watch called once with each socket's descriptor */
export function createPing(libc: Libc, watch: (fd: number) => void): Ping {
  const mark = randomInt(2 ** 32);
  const identity = randomInt(2 ** 16);
  const sockets = new Map<4 | 6, Socket>();
  const waiting = new Map<number, ScanTarget>();
  const socketOf = (family: 4 | 6): Socket => {
    let socket = sockets.get(family);
    if (!socket) {
      socket = openSocket(libc, family);
      sockets.set(family, socket);
      if (socket.fd >= 0) watch(socket.fd);
    }
    return socket;
  };
  return {
    start(id, target) {
      const { fd, family } = socketOf(target.family);
      if (fd < 0 || id > 0xffff) return 'no_echo';
      const packet = buildEcho(family, identity, id, mark);
      if (
        libc.sendto(
          fd,
          packet,
          packet.length,
          LINUX.MSG_DONTWAIT,
          target.sockaddr,
          target.sockaddr.length,
        ) < 0
      )
        return 'no_echo';
      waiting.set(id, target);
      return null;
    },
    drop: (id) => {
      waiting.delete(id);
    },
    read(fd, onAnswer) {
      const socket = [...sockets.values()].find((s) => s.fd === fd);
      if (socket) readReplies(libc, socket, mark, waiting, onAnswer);
    },
    close() {
      for (const { fd } of sockets.values()) if (fd >= 0) libc.close(fd);
    },
  };
}

/**
 * Opens a ping socket (icmp(7)) if net.ipv4.ping_group_range allows one, otherwise a raw socket,
 * which requires root.
 */
function openSocket(libc: Libc, family: 4 | 6): Socket {
  const domain = family === 4 ? LINUX.AF_INET : LINUX.AF_INET6;
  const protocol = family === 4 ? LINUX.IPPROTO_ICMP : LINUX.IPPROTO_ICMPV6;
  const flags = LINUX.SOCK_NONBLOCK | LINUX.SOCK_CLOEXEC;
  const plain = libc.socket(domain, LINUX.SOCK_DGRAM | flags, protocol);
  if (plain >= 0) return { fd: plain, family, raw: false };
  const raw = libc.socket(domain, LINUX.SOCK_RAW | flags, protocol);
  return raw >= 0 ? { fd: raw, family, raw: true } : NO_SOCKET;
}

function readReplies(
  libc: Libc,
  socket: Socket,
  mark: number,
  waiting: Map<number, ScanTarget>,
  onAnswer: OnConnectResult,
): void {
  const data = new Uint8Array(256);
  const from = new Uint8Array(28);
  const length = new Uint8Array(4);
  for (let i = 0; i < MAX_REPLIES_PER_READ; i += 1) {
    length[0] = from.length;
    const size = libc.recvfrom(socket.fd, data, data.length, LINUX.MSG_DONTWAIT, from, length);
    if (size < 0) return;
    const reply = parseReply(socket.family, data.subarray(0, size), socket.raw);
    const target = reply?.mark === mark ? waiting.get(reply.sequence) : undefined;
    if (!reply || !target || !equalBytes(readSockaddr(from)?.address ?? from, target.address))
      continue;
    waiting.delete(reply.sequence);
    onAnswer(reply.sequence, 'closed');
  }
}
