/** Where attempts go. `address` are the 4 or 16 bytes of the address, `sockaddr` the system's form of it (the port is filled in per attempt). */
export interface ScanTarget {
  family: 4 | 6;
  ip: string;
  address: Uint8Array;
  sockaddr: Uint8Array;
  loopback: boolean;
}

/**
 * What one attempt told.
 * - `open`; `open_here`: open, on an address of this very machine (where a connection may have met itself or another scanner)
 * - `closed`: refused by the host (RST, or an echo reply: the host is there and has nothing more to say)
 * - `rejected`: an ICMP rejection sent by the host itself; `unreachable`: by somebody else, or nobody answered ARP
 * - `no_route`, `not_permitted`: this machine's own system refused to send
 * - `busy`: no descriptor, local port or buffer free; `again`: the attempt says nothing (it met itself)
 * - `no_echo`: this process may not send ICMP
 */
export type ConnectResult =
  | 'open'
  | 'open_here'
  | 'closed'
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

/** Attempts without decisions: when to try what, and for how long, is the engine's business. */
export interface ProbeIo {
  /** Begins an attempt under a number of the caller's choice. A verdict: known at once (the number is free again). Null: `poll` will tell. */
  start(id: number, target: ScanTarget, port: number): ConnectResult | null;
  /** Gives an attempt up; nothing is heard of it any more. */
  drop(id: number): void;
  /** Reports what has come, waiting up to so many milliseconds where the implementation can wait at all. */
  poll(waitMs: number, onAnswer: OnConnectResult): void;
  close(): void;
}
