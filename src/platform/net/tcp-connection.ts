import { constants } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import {
  connect as tlsConnect,
  type ConnectionOptions,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { toDialError } from './dial-failure.js';
import { DialError, type Connection, type TlsFacts } from './dialer.js';
import { createBoundedReader } from './bounded-reader.js';

const WRITE_TIMEOUT_MS = 10_000;
export type TlsVersion = 'TLSv1' | 'TLSv1.2';

/**
 * Wraps a connected socket. The socket is read only on demand, so that TCP flow control limits an
 * endless peer.
 */
export function socketConnection(socket: Socket): Connection {
  let current = socket;
  current.on('error', () => undefined); // a late error (reset after close) must not end the process
  let reader = createBoundedReader(current);
  return {
    write: (data) => writeAll(current, data),
    read: (options) => reader.read(options),
    startTls: async (options) => {
      const { socket: secured, facts } = await handshake(current, options);
      current = secured;
      reader = createBoundedReader(secured);
      return facts;
    },
    close: () => {
      current.destroy();
      socket.destroy();
    },
  };
}

function writeAll(socket: Socket, data: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed || !socket.writable) {
      reject(new DialError('reset', 'the peer has closed the connection'));
      return;
    }
    const timer = setTimeout(() => {
      reject(new DialError('timeout', 'the peer does not accept data'));
    }, WRITE_TIMEOUT_MS);
    socket.write(data, (error) => {
      clearTimeout(timer);
      if (error) reject(toDialError(error));
      else resolve();
    });
  });
}

/** TLS options to read a certificate: everything OpenSSL supports, without verification. */
function permissiveTlsOptions(
  socket: Socket,
  servername: string | undefined,
  minVersion: TlsVersion,
): ConnectionOptions {
  return {
    socket,
    minVersion,
    // RFC 6066 section 3: no addresses in SNI
    servername: servername !== undefined && isIP(servername) === 0 ? servername : '',
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    ciphers: 'ALL:@SECLEVEL=0',
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT | constants.SSL_OP_NO_RENEGOTIATION,
  };
}

/**
 * TLS handshake over a connected socket. Rejects with DialError (`tls`, `timeout`, `reset`) and
 * closes the socket.
 */
export function handshake(
  socket: Socket,
  options: { servername?: string; timeoutMs: number; minVersion?: TlsVersion },
): Promise<{ socket: TLSSocket; facts: TlsFacts }> {
  return new Promise((resolve, reject) => {
    const secured = tlsConnect(
      permissiveTlsOptions(socket, options.servername, options.minVersion ?? 'TLSv1'),
    );
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      secured.destroy();
      socket.destroy();
      reject(toDialError(error));
    };
    const timer = setTimeout(() => {
      fail(new DialError('timeout', 'TLS handshake timed out'));
    }, options.timeoutMs);
    secured.on('error', fail);
    secured.once('close', () => {
      fail(new DialError('reset', 'closed during the TLS handshake'));
    });
    secured.once('secureConnect', () => {
      clearTimeout(timer);
      resolve({ socket: secured, facts: tlsFactsOf(secured) });
    });
  });
}

function tlsFactsOf(socket: TLSSocket): TlsFacts {
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    certificate: peerCertificateOf(socket),
    alpn: typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : null,
  };
}

function peerCertificateOf(socket: TLSSocket): PeerCertificate | null {
  try {
    const certificate = socket.getPeerCertificate() as Partial<PeerCertificate>;
    return certificate.raw ? (certificate as PeerCertificate) : null;
  } catch {
    return null; // a certificate that OpenSSL cannot parse
  }
}
