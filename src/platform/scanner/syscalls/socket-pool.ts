import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import type { ScanTarget } from '../probe-io.js';

const STREAM = LINUX.SOCK_STREAM | LINUX.SOCK_NONBLOCK | LINUX.SOCK_CLOEXEC;
const ON = new Uint8Array([1, 0, 0, 0]);

/**
 * At most one unused socket per kind; sockets for loopback have no IP_RECVERR, since no ICMP is
 * sent there.
 */
export interface SocketPool {
  acquire(target: ScanTarget): number;
  release(target: ScanTarget, fd: number): void;
  close(): void;
}

/**
 * Creates sockets, and stores those that can be reused. `acquire` returns -1 with errno when the
 * system refuses.
 */
export function createSocketPool(libc: Libc): SocketPool {
  const spare = new Map<number, number>();
  const poolKey = (target: ScanTarget): number => target.family * 2 + (target.loopback ? 1 : 0);
  const create = (target: ScanTarget): number => {
    const v4 = target.family === 4;
    const fd = libc.socket(v4 ? LINUX.AF_INET : LINUX.AF_INET6, STREAM, 0);
    if (fd < 0 || target.loopback) return fd;
    if (v4) libc.setsockopt(fd, LINUX.SOL_IP, LINUX.IP_RECVERR, ON, ON.length);
    else libc.setsockopt(fd, LINUX.SOL_IPV6, LINUX.IPV6_RECVERR, ON, ON.length);
    return fd;
  };
  return {
    acquire(target) {
      const key = poolKey(target);
      const fd = spare.get(key) ?? -1;
      if (fd < 0) return create(target);
      spare.set(key, -1);
      return fd;
    },
    release: (target, fd) => {
      spare.set(poolKey(target), fd);
    },
    close() {
      for (const fd of spare.values()) if (fd >= 0) libc.close(fd);
    },
  };
}
