import { createHash } from 'node:crypto';
import { connect as tcpConnect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect, DEFAULT_CIPHERS } from 'node:tls';
import { withTimeLimit, type TimeLimit } from '../../lib/abort/time-limit.js';
import { createPeerQueue, waitForPeerWork, type PeerQueue } from '../net/peer-queue.js';
import type { AddressGuard } from '../net/address-guard.js';
import { paceReads } from '../net/pace-reads.js';
import { WinRmError, type WinRmErrorCode } from './winrm.error.js';

/**
 * A server's certificate: DER, its SHA-256 in lower-case hex, and whether this machine's
 * authorities verify it for the address.
 */
export interface WinRmCertificate {
  der: Buffer;
  fingerprint: string;
  verified: boolean;
}

export interface WinRmConnection {
  socket: Socket;
  certificate: WinRmCertificate | null;
}

export interface WinRmConnectionOptions {
  ip: string;
  port: number;
  tls: boolean;
  guard: AddressGuard;
  timeoutMs: number;
  signal?: AbortSignal;
  /** of all connections that may be open at the same time; default: its own */
  queue?: PeerQueue;
}

const BY_ERRNO: Record<string, WinRmErrorCode> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connect_timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
};

/**
 * Without finite-field Diffie-Hellman: the server chooses its group, and OpenSSL calculates in a group of
 * 8,192 bits for seconds, on the thread that called it. Windows has elliptic curves since 2008.
 */
const CIPHERS = `${DEFAULT_CIPHERS}:!DHE`;

/**
 * Opens a TCP connection, with TLS if requested. The guard is called first. The caller verifies the
 * certificate before it sends anything. Rejects with WinRmError.
 */
export async function openConnection(options: WinRmConnectionOptions): Promise<WinRmConnection> {
  const refusal =
    isIP(options.ip) === 0
      ? 'only IP addresses are supported, not names'
      : (options.guard(options.ip)?.detail ?? null);
  if (refusal !== null) throw new WinRmError('not_allowed', refusal);
  return withTimeLimit(options.timeoutMs, options.signal, (limit) => connect(options, limit));
}

type Limit = Pick<TimeLimit, 'signal' | 'isOver'>;

async function connect(options: WinRmConnectionOptions, limit: Limit): Promise<WinRmConnection> {
  const socket = tcpConnect({
    host: options.ip,
    port: options.port,
    autoSelectFamily: false,
    noDelay: true,
  });
  const { queue = createPeerQueue() } = options;
  await ready(socket, 'connect', options, limit);
  if (!options.tls) {
    paceReads(socket, queue);
    return { socket, certificate: null };
  }
  await waitForPeerWork(queue); // a handshake takes milliseconds, and many sessions start at the same time
  const tlsSocket = tlsConnect({
    socket,
    host: options.ip,
    rejectUnauthorized: false,
    ciphers: CIPHERS,
  });
  await ready(tlsSocket, 'secureConnect', options, limit);
  paceReads(tlsSocket, queue);
  // Not getPeerCertificate, which a hostile certificate can make end the process (Node.js 20).
  const der = tlsSocket.getPeerX509Certificate()?.raw;
  if (!der) throw new WinRmError('protocol_error', 'the server has no certificate');
  return {
    socket: tlsSocket,
    certificate: {
      der,
      fingerprint: createHash('sha256').update(der).digest('hex'),
      verified: tlsSocket.authorized,
    },
  };
}

function ready(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  { ip, port, timeoutMs }: WinRmConnectionOptions,
  { signal, isOver }: Limit,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy(
        isOver()
          ? new WinRmError(
              'connect_timeout',
              `${ip}:${port} did not respond within ${timeoutMs} ms`,
            )
          : new WinRmError('aborted', 'aborted'),
      );
    };
    const cleanUp = (): void => {
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.on('error', (error) => {
      reject(toWinRmError(error));
    }); // permanent: an error without a listener would end the process
    socket.once('close', () => {
      cleanUp();
      reject(new WinRmError('connection_lost', `${ip}:${port} closed the connection`));
    });
    socket.once(event, () => {
      cleanUp();
      resolve();
    });
    if (signal.aborted) stop();
  });
}

/** Converts the failure of a socket, a TLS handshake or Node's HTTP parser to a WinRmError. */
export function toWinRmError(error: Error): WinRmError {
  if (error instanceof WinRmError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_'))
    return new WinRmError('protocol_error', `not HTTP: ${error.message}`);
  if (/^ERR_(SSL|TLS|OSSL)|^EPROTO$/.test(code))
    return new WinRmError('protocol_error', `TLS: ${error.message}`);
  return new WinRmError(
    BY_ERRNO[code] ??
      (/^E(HOST|NET)(UNREACH|DOWN)$/.test(code) ? 'unreachable' : 'connection_lost'),
    error.message,
  );
}
