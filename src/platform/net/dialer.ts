import type { PeerCertificate } from 'node:tls';

/**
 * A test whether the bytes since the last read are complete. It may not be called for each segment: one
 * that reads all bytes again is called less often the more bytes there are.
 */
export type CompletionTest = ((data: Buffer) => boolean) & { readonly isIncremental?: true };

/** A test that reads only the bytes that are new since its last call: it is called for each segment. */
export type IncrementalTest = CompletionTest & { readonly isIncremental: true };

export const incremental = (test: (data: Buffer) => boolean): IncrementalTest =>
  Object.assign(test, { isIncremental: true as const });

/** A TCP or TLS connection for service detection. Every read is bounded in bytes and in time. */
export interface Connection {
  /** Sends bytes. Rejects with DialError when the peer has closed the connection. */
  write(data: Uint8Array | string): Promise<void>;
  /**
   * Reads until `isComplete(bytes since the last read)` is true, the peer ends, `maxBytes` are
   * received, or `timeoutMs` pass. Returns the bytes received, possibly none; a timeout never
   * rejects. By default any byte completes the read. `maxBytes` is 64 KiB by default, at most 1
   * MiB.
   */
  read(options: {
    timeoutMs: number;
    maxBytes?: number;
    isComplete?: CompletionTest;
  }): Promise<{ data: Buffer; ended: boolean }>;
  /**
   * Upgrades this connection to TLS, for example after STARTTLS. Certificates are read, never
   * verified: they are the subject of the scan.
   */
  startTls(options: { servername?: string; timeoutMs: number }): Promise<TlsFacts>;
  close(): void;
}

/** The fields of a peer's certificate that are used, named as in Node's PeerCertificate. */
export type CertificateFacts = Pick<
  PeerCertificate,
  'raw' | 'subject' | 'issuer' | 'subjectaltname' | 'valid_from' | 'valid_to' | 'fingerprint256'
>;

/** Result of a TLS handshake. `protocol` is Node's name (`TLSv1.3`). */
export interface TlsFacts {
  protocol: string;
  certificate: CertificateFacts | null;
  alpn: string | null;
}

export type DialFailure =
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'reset'
  | 'tls'
  | 'aborted'
  | 'not_allowed'
  | 'descriptors';

export class DialError extends Error {
  constructor(
    readonly failure: DialFailure,
    message: string,
  ) {
    super(message);
    this.name = 'DialError';
  }
}

/** Opens connections; calls the AddressGuard before each one. Rejects with DialError only. */
export interface Dialer {
  connect(options: {
    ip: string;
    port: number;
    timeoutMs: number;
    signal?: AbortSignal;
    tls?: { servername?: string; minVersion?: 'TLSv1' | 'TLSv1.2' };
  }): Promise<{ connection: Connection; tls: TlsFacts | null; connectMs: number }>;
}
