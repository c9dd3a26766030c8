import { DialError, type DialFailure } from './dialer.js';

const BY_ERRNO: Record<string, DialFailure> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  ERR_STREAM_DESTROYED: 'reset',
  ERR_STREAM_WRITE_AFTER_END: 'reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EINVAL: 'unreachable',
  EMFILE: 'descriptors',
  ENFILE: 'descriptors',
  ENOBUFS: 'descriptors',
  ENOMEM: 'descriptors',
};

/**
 * Converts the failure of a socket or TLS handshake to a DialError. Unknown socket errors count as
 * a reset.
 */
export function toDialError(cause: unknown): DialError {
  if (cause instanceof DialError) return cause;
  const error = cause as NodeJS.ErrnoException;
  const code = typeof error.code === 'string' ? error.code : '';
  const isTls =
    code.startsWith('ERR_SSL') ||
    code.startsWith('ERR_TLS') ||
    code === 'EPROTO' ||
    code.startsWith('ERR_OSSL');
  return new DialError(
    isTls ? 'tls' : (BY_ERRNO[code] ?? 'reset'),
    `${code} ${error.message}`.trim(),
  );
}
