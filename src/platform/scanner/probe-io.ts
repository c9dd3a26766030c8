/**
 * Target of attempts. `address` is the 4 or 16 bytes of the address, `sockaddr` the system's form
 * of it (the port is set per attempt).
 */
export interface ScanTarget {
  family: 4 | 6;
  ip: string;
  address: Uint8Array;
  sockaddr: Uint8Array;
  loopback: boolean;
}

/**
 * Result of one attempt.
 *
 * - `open`; `open_here`: open, on an address of this machine (where a connection may be connected
 * to itself or to another scanner)
 * - `closed`: refused by the host (RST, or an echo reply: the host is up)
 * - `port_unreachable`: ICMP port unreachable of the host itself: a refusal (RFC 1122 section 3.2.2.1)
 * - `rejected`: any other ICMP rejection by the host itself; `unreachable`: by another system, or no ARP
 * response
 * - `no_route`, `not_permitted`: the local system refused to send
 * - `busy`: no free descriptor, local port or buffer; `again`: no information (the socket was
 * connected to itself)
 * - `no_echo`: this process may not send ICMP
 */
export type ConnectResult =
  | 'open'
  | 'open_here'
  | 'closed'
  | 'port_unreachable'
  | 'rejected'
  | 'unreachable'
  | 'no_route'
  | 'not_permitted'
  | 'busy'
  | 'again'
  | 'no_echo';

export type OnConnectResult = (id: number, verdict: ConnectResult) => void;

/** The port number that stands for an ICMP echo request. */
export const ECHO = 0;

/** Performs attempts; the engine decides what to try when, and for how long. */
export interface ProbeIo {
  /**
   * Starts an attempt under an id chosen by the caller. Returns a verdict that is known at once
   * (the id is free again), or null: `poll` reports it.
   */
  start(id: number, target: ScanTarget, port: number): ConnectResult | null;
  /** Abandons an attempt; it is not reported any more. */
  drop(id: number): void;
  /**
   * Reports available results; waits up to `waitMs` milliseconds if the implementation can wait.
   */
  poll(waitMs: number, onAnswer: OnConnectResult): void;
  close(): void;
}
