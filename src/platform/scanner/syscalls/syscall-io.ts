import { EALREADY, EINPROGRESS, ECONNREFUSED, verdictOfErrno } from './errno.js';
import { createConnectClassifier } from './connect-result.js';
import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import { createPing } from './ping.js';
import type { OnConnectResult, ProbeIo, ScanTarget, ConnectResult } from '../probe-io.js';
import { ECHO } from '../probe-io.js';
import { createSocketPool } from './socket-pool.js';
import { createEpoll } from './epoll.js';

// Ping sockets are watched under marks that no attempt has.
const PING_BASE = 0x8000_0000;

/**
 * Attempts by system calls: one non-blocking socket each, watched by one epoll.
 *
 * On loopback and bridges a refusal has usually arrived when connect(2) returns, and a second
 * connect(2) reports it. Such a socket was never watched, and Linux allows it to connect again. So
 * closed ports of a near host cost two calls each, and no descriptor.
 */
export function createSyscallIo(libc: Libc): ProbeIo {
  const epoll = createEpoll(libc);
  const attempts = new Map<number, { fd: number; target: ScanTarget; port: number }>();
  const pool = createSocketPool(libc);
  const classify = createConnectClassifier(libc, pool);
  const ping = createPing(libc, (fd) => {
    epoll.watch(fd, LINUX.EPOLLIN, PING_BASE + fd);
  });

  const start = (id: number, target: ScanTarget, port: number): ConnectResult | null => {
    if (port === ECHO) return ping.start(id, target);
    const fd = pool.acquire(target);
    if (fd < 0) return verdictOfErrno(libc.errno(), true);
    const { sockaddr } = target;
    sockaddr[2] = port >>> 8;
    sockaddr[3] = port & 0xff;
    const first = errnoOf(libc, libc.connect(fd, sockaddr, sockaddr.length));
    if (first !== EINPROGRESS)
      return classify(fd, target, port, first, first !== ECONNREFUSED, true);
    const second = errnoOf(libc, libc.connect(fd, sockaddr, sockaddr.length));
    if (second !== EALREADY) return classify(fd, target, port, second, false, true);
    if (!epoll.watch(fd, LINUX.EPOLLOUT, id)) {
      libc.close(fd);
      return 'busy';
    }
    attempts.set(id, { fd, target, port });
    return null;
  };

  const finish = (id: number, onAnswer: OnConnectResult): void => {
    const attempt = attempts.get(id);
    if (!attempt) return;
    attempts.delete(id);
    const { fd, target, port } = attempt;
    const errno = errnoOf(libc, libc.connect(fd, target.sockaddr, target.sockaddr.length));
    onAnswer(id, classify(fd, target, port, errno, false, false));
  };

  return {
    start,
    drop(id) {
      const attempt = attempts.get(id);
      if (attempt) libc.close(attempt.fd);
      else ping.drop(id);
      attempts.delete(id);
    },
    poll(waitMs, onAnswer) {
      epoll.wait(waitMs, (mark) => {
        if (mark >= PING_BASE) ping.read(mark - PING_BASE, onAnswer);
        else finish(mark, onAnswer);
      });
    },
    close() {
      for (const { fd } of attempts.values()) libc.close(fd);
      ping.close();
      pool.close();
      epoll.close();
    },
  };
}

function errnoOf(libc: Libc, result: number): number {
  return result === 0 ? 0 : libc.errno();
}
