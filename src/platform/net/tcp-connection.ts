import { constants } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import {
  connect as tlsConnect,
  type ConnectionOptions,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { toDialError } from './dial-failure.js';
import { append } from '../../lib/collections.js';
import { DialError, type CertificateFacts, type Connection, type TlsFacts } from './dialer.js';
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

/**
 * Returns the certificate of a peer by its single fields. `getPeerCertificate` reads all of them, and a purpose
 * whose object identifier is too long for OpenSSL ends the process there (Node.js 20).
 */
function peerCertificateOf(socket: TLSSocket): CertificateFacts | null {
  try {
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return null;
    const { raw, subject, issuer, subjectAltName, validFrom, validTo, fingerprint256 } =
      certificate;
    return {
      raw,
      subject: parseName(subject),
      issuer: parseName(issuer),
      subjectaltname: subjectAltName,
      valid_from: validFrom,
      valid_to: validTo,
      fingerprint256,
    };
  } catch {
    return null; // a certificate that OpenSSL cannot parse
  }
}

/**
 * Parses the lines `CN=host` that OpenSSL writes of a name, with ` + ` between attributes in one, and the escapes of
 * RFC 4514: `\,` and `\0A`.
 */
function parseName(text: string | undefined): PeerCertificate['subject'] {
  const attributes = new Map<string, string[]>();
  for (const attribute of (text ?? '').split(/\n| \+ /)) {
    const end = attribute.indexOf('=');
    if (end === -1) continue;
    const value = attribute.slice(end + 1).replace(ESCAPED, unescape);
    append(attributes, attribute.slice(0, end), value);
  }
  const entries = [...attributes].map(([key, values]) => [key, single(values)] as const);
  return Object.fromEntries(entries);
}

const ESCAPED = /\\(?:([0-9A-F]{2})|(.))/g;

const unescape = (_all: string, hex: string | undefined, character = ''): string =>
  hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16));

const single = (values: string[]): string | string[] =>
  values.length === 1 ? (values[0] ?? '') : values;
