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
// After a handshake, the peer or we ourselves were quicker to end it: it was open.
const ENDED_AFTER_HANDSHAKE = new Set([
  103 /* ECONNABORTED */, 104 /* ECONNRESET */, 32 /* EPIPE */, 106 /* EISCONN */,
]);

/**
 * What an errno of connect(2) on Linux means (0: connected).
 * @param atOnce the call that began the attempt gave it, before any packet could come back: it is this machine's own refusal
 */
export function verdictOfErrno(errno: number, isImmediate: boolean): ConnectResult {
  if (errno === 0 || ENDED_AFTER_HANDSHAKE.has(errno)) return 'open';
  if (errno === ECONNREFUSED) return 'closed';
  if (BUSY_ERRNOS.has(errno)) return 'busy';
  if (!isImmediate) return 'unreachable';
  if (PERMISSION_ERRNOS.has(errno)) return 'not_permitted';
  return ROUTE_ERRNOS.has(errno) ? 'no_route' : 'unreachable';
}
