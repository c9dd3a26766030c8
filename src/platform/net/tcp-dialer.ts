import { connect as tcpConnect, isIP, type Socket } from 'node:net';
import { toDialError } from './dial-failure.js';
import { DialError, type Dialer } from './dialer.js';
import type { AddressGuard } from './address-guard.js';
import { handshake, socketConnection } from './tcp-connection.js';

type DialOptions = Parameters<Dialer['connect']>[0];
type Dialed = Awaited<ReturnType<Dialer['connect']>>;

/**
 * Opens TCP and TLS connections with Node's sockets; calls the guard for each address right before
 * dialing.
 */
export function createDialer(guard: AddressGuard): Dialer {
  return {
    connect: async (options) => {
      const refusal = refusalOf(guard, options.ip);
      if (refusal !== null) throw new DialError('not_allowed', refusal);
      if (options.signal?.aborted) throw new DialError('aborted', 'aborted before connecting');
      return dial(options);
    },
  };
}

function refusalOf(guard: AddressGuard, ip: string): string | null {
  // a name would be resolved after the guard was called
  if (isIP(ip) === 0) return 'only IP addresses are supported, not names';
  return guard(ip)?.detail ?? null;
}

async function dial(options: DialOptions): Promise<Dialed> {
  const started = performance.now();
  const socket = tcpConnect({ host: options.ip, port: options.port, autoSelectFamily: false });
  const abort = (): void => {
    socket.destroy(new DialError('aborted', 'aborted'));
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  socket.once('close', () => {
    options.signal?.removeEventListener('abort', abort);
  });
  await waitForConnect(socket, options);
  const connectMs = performance.now() - started;
  if (options.tls === undefined)
    return { connection: socketConnection(socket), tls: null, connectMs };
  const timeoutMs = Math.max(1, options.timeoutMs - connectMs);
  const secured = await handshake(socket, { ...options.tls, timeoutMs });
  return { connection: socketConnection(secured.socket), tls: secured.facts, connectMs };
}

function waitForConnect(socket: Socket, { ip, port, timeoutMs }: DialOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(
        new DialError('timeout', `${ip}:${port} did not respond within ${timeoutMs} ms`),
      );
    }, timeoutMs);
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(toDialError(error));
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      if (!isSelfConnect(socket)) {
        resolve();
        return;
      }
      socket.destroy(new DialError('refused', 'the socket is connected to itself'));
    });
  });
}

/**
 * A connection to a free port of this machine can get that port as its source port, and then is
 * connected to itself (RFC 9293 section 3.5, simultaneous open).
 */
export function isSelfConnect(
  socket: Pick<Socket, 'localPort' | 'remotePort' | 'localAddress' | 'remoteAddress'>,
): boolean {
  return socket.localPort === socket.remotePort && socket.localAddress === socket.remoteAddress;
}
