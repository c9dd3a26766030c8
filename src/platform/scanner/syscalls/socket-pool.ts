import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import type { ScanTarget } from '../probe-io.js';

const STREAM = LINUX.SOCK_STREAM | LINUX.SOCK_NONBLOCK | LINUX.SOCK_CLOEXEC;
const ON = new Uint8Array([1, 0, 0, 0]);

/** At most one unused socket per kind; those for loopback do without IP_RECVERR, for which nobody there sends ICMP. */
export interface SocketPool {
  take(target: ScanTarget): number;
  give(target: ScanTarget, fd: number): void;
  close(): void;
}

/** Makes sockets, and keeps those that can be used again. `take` gives -1 with errno when the system gives none. */
export function createSocketPool(libc: Libc): SocketPool {
  const kept = new Map<number, number>();
  const kindOf = (target: ScanTarget): number => target.family * 2 + (target.loopback ? 1 : 0);
  const make = (target: ScanTarget): number => {
    const v4 = target.family === 4;
    const fd = libc.socket(v4 ? LINUX.AF_INET : LINUX.AF_INET6, STREAM, 0);
    if (fd < 0 || target.loopback) return fd;
    if (v4) libc.setsockopt(fd, LINUX.SOL_IP, LINUX.IP_RECVERR, ON, ON.length);
    else libc.setsockopt(fd, LINUX.SOL_IPV6, LINUX.IPV6_RECVERR, ON, ON.length);
    return fd;
  };
  return {
    take(target) {
      const kind = kindOf(target);
      const fd = kept.get(kind) ?? -1;
      if (fd < 0) return make(target);
      kept.set(kind, -1);
      return fd;
    },
    give: (target, fd) => {
      kept.set(kindOf(target), fd);
    },
    close() {
      for (const fd of kept.values()) if (fd >= 0) libc.close(fd);
    },
  };
}
