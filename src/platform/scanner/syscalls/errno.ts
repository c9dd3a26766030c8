import type { ConnectResult } from '../probe-io.js';

export const EINPROGRESS = 115;
export const EALREADY = 114;
export const ECONNREFUSED = 111;

const BUSY_ERRNOS = new Set([
  11 /* EAGAIN */, 12 /* ENOMEM */, 23 /* ENFILE */, 24 /* EMFILE */, 99 /* EADDRNOTAVAIL */,
  105 /* ENOBUFS */, 98 /* EADDRINUSE */, 4 /* EINTR */,
]);
const ROUTE_ERRNOS = new Set([
  97 /* EAFNOSUPPORT */, 100 /* ENETDOWN */, 101 /* ENETUNREACH */, 112 /* EHOSTDOWN */,
  113 /* EHOSTUNREACH */, 22 /* EINVAL */,
]);
const PERMISSION_ERRNOS = new Set([1 /* EPERM */, 13 /* EACCES */]);
// The handshake was completed, then the peer or this side ended the connection: the port was open.
const ENDED_AFTER_HANDSHAKE = new Set([
  103 /* ECONNABORTED */, 104 /* ECONNRESET */, 32 /* EPIPE */, 106 /* EISCONN */,
]);

/**
 * Returns the verdict of an errno of connect(2) on Linux (0: connected).
 * @param isImmediate returned by the call that started the attempt, before any packet could return:
 *   the local system refused
 */
export function verdictOfErrno(errno: number, isImmediate: boolean): ConnectResult {
  if (errno === 0 || ENDED_AFTER_HANDSHAKE.has(errno)) return 'open';
  if (errno === ECONNREFUSED) return 'closed';
  if (BUSY_ERRNOS.has(errno)) return 'busy';
  if (!isImmediate) return 'unreachable';
  if (PERMISSION_ERRNOS.has(errno)) return 'not_permitted';
  return ROUTE_ERRNOS.has(errno) ? 'no_route' : 'unreachable';
}
