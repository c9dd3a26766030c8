import { verdictOfErrno } from './errno.js';
import { createIcmpReader } from './error-queue.js';
import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import type { ScanTarget, ConnectResult } from '../probe-io.js';
import type { SocketPool } from './socket-pool.js';
import { readSockaddr, equalBytes } from '../target.js';

// struct linger { 1, 0 }: close with RST. A normal close leaves this side in TIME_WAIT, and a scan
// runs out of local ports.
const LINGER = new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]);

/**
 * @param isImmediate see `verdictOfErrno`
 * @param isReusable this socket was never watched
 */
export type ClassifyConnect = (
  fd: number,
  target: ScanTarget,
  port: number,
  errno: number,
  isImmediate: boolean,
  isReusable: boolean,
) => ConnectResult;

/** Determines the verdict of an errno, and closes the socket or returns it to the pool. */
export function createConnectClassifier(libc: Libc, pool: SocketPool): ClassifyConnect {
  const readIcmpSender = createIcmpReader(libc);
  const name = new Uint8Array(28);
  const nameLength = new Uint8Array(4);
  const localEnd = (fd: number): { port: number; address: Uint8Array } | null => {
    nameLength[0] = name.length;
    return libc.getsockname(fd, name, nameLength) === 0 ? readSockaddr(name) : null;
  };
  const openVerdict = (fd: number, target: ScanTarget, port: number): ConnectResult => {
    const local = localEnd(fd);
    libc.setsockopt(fd, LINUX.SOL_SOCKET, LINUX.SO_LINGER, LINGER, LINGER.length);
    const isLocal =
      target.loopback || (local !== null && equalBytes(local.address, target.address));
    if (isLocal && local?.port === port) return 'again';
    return isLocal ? 'open_here' : 'open';
  };
  return (fd, target, port, errno, isImmediate, isReusable) => {
    let verdict = verdictOfErrno(errno, isImmediate);
    if (verdict === 'open') verdict = openVerdict(fd, target, port);
    else if (!target.loopback && (verdict === 'closed' || verdict === 'unreachable')) {
      const sender = readIcmpSender(fd);
      if (sender) verdict = icmpVerdict(verdict, equalBytes(sender, target.address));
    }
    if (isReusable && verdict === 'closed') pool.release(target, fd);
    else libc.close(fd);
    return verdict;
  };
}

// Linux reports an ICMP port unreachable as ECONNREFUSED, and a prohibition as EHOSTUNREACH (icmp(7)).
function icmpVerdict(verdict: 'closed' | 'unreachable', isFromHost: boolean): ConnectResult {
  if (!isFromHost) return 'unreachable';
  return verdict === 'closed' ? 'port_unreachable' : 'rejected';
}
