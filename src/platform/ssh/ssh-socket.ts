import { connect, isIP, type Socket } from 'node:net';
import { isSelfConnect } from '../net/tcp-dialer.js';
import { toDialError } from '../net/dial-failure.js';
import { DialError, type DialFailure } from '../net/dialer.js';
import type { AddressGuard } from '../net/address-guard.js';
import { SshError, type SshFailure } from './ssh-error.js';

const CODE: Record<DialFailure, SshFailure> = {
  refused: 'connection_refused',
  timeout: 'connect_timeout',
  unreachable: 'unreachable',
  reset: 'connection_lost',
  tls: 'protocol_error',
  aborted: 'aborted',
  not_allowed: 'not_allowed',
  descriptors: 'unreachable',
};

// The library parses all packets of a read at once. In 64 KiB, the default of Node.js, there may be 1,000
// small ones: with an answer to each of them that takes up to 140 ms.
const READ_BYTES = 2048;

/**
 * Dials one address; the guard is called first. Rejects with SshError: not_allowed,
 * connect_timeout, connection_refused, unreachable, connection_lost, aborted.
 */
export async function dialSocket(options: {
  ip: string;
  port: number;
  timeoutMs: number;
  guard: AddressGuard;
  signal: AbortSignal;
}): Promise<Socket> {
  if (isIP(options.ip) === 0)
    // a name would be resolved after the guard was called
    throw new SshError('not_allowed', 'only IP addresses are supported, not names');
  const refusal = options.guard(options.ip);
  if (refusal !== null) throw new SshError('not_allowed', refusal.detail);
  if (options.signal.aborted) throw new SshError('aborted', 'aborted before connecting');
  try {
    return await connectSocket(options);
  } catch (error) {
    const cause = toDialError(error);
    throw new SshError(CODE[cause.failure], cause.message);
  }
}

function connectSocket({
  ip,
  port,
  timeoutMs,
  signal,
}: {
  ip: string;
  port: number;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      host: ip,
      port,
      autoSelectFamily: false,
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, data) => socket.push(Buffer.from(data.subarray(0, length))),
      },
    });
    const abort = (): void => {
      socket.destroy(new DialError('aborted', 'aborted while connecting'));
    };
    const timer = setTimeout(() => {
      socket.destroy(
        new DialError('timeout', `${ip}:${port} did not respond within ${timeoutMs} ms`),
      );
    }, timeoutMs);
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.removeListener('error', fail);
    };
    const fail = (error: Error): void => {
      cleanUp();
      reject(error);
    };
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      cleanUp();
      if (!isSelfConnect(socket)) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new DialError('refused', 'the socket is connected to itself'));
    });
  });
}
