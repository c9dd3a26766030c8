import type { PeerCertificate } from 'node:tls';

/** One TCP (or TLS) connection as the service detection sees it. Every read is bounded in bytes and in time. */
export interface Connection {
  /** Sends bytes. Rejects with DialError when the peer is gone. */
  write(data: Uint8Array | string): Promise<void>;
  /**
   * Waits until `enough(all bytes since the last read)` says true, the peer ends, `maxBytes` have come, or `timeoutMs` pass;
   * gives what has come (possibly empty), never rejects on a time-out. Without `enough` any byte is enough; `maxBytes` is 64 KiB unless told, 1 MiB at the most.
   */
  read(options: {
    timeoutMs: number;
    maxBytes?: number;
    isComplete?: (data: Buffer) => boolean;
  }): Promise<{ data: Buffer; ended: boolean }>;
  /** Upgrades this connection to TLS (STARTTLS and friends). Certificates are read, never verified: they are what is looked at. */
  startTls(options: { servername?: string; timeoutMs: number }): Promise<TlsFacts>;
  close(): void;
}

/** What a TLS handshake told. `protocol` as Node spells it (`TLSv1.3`). */
export interface TlsFacts {
  protocol: string;
  certificate: PeerCertificate | null;
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

/** Opens connections; asks the AddressGuard before each one. Rejects with DialError only. */
export interface Dialer {
  connect(options: {
    ip: string;
    port: number;
    timeoutMs: number;
    signal?: AbortSignal;
    tls?: { servername?: string; minVersion?: 'TLSv1' | 'TLSv1.2' };
  }): Promise<{ connection: Connection; tls: TlsFacts | null; connectMs: number }>;
}
