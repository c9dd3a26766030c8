/** Limits of a scan. Rates are connection attempts per second, times are milliseconds. */
export interface Pace {
  /** connection attempts per second, over all hosts of a task */
  packetsPerSecond: number;
  /** concurrent attempts per host */
  connectionsPerHost: number;
  /** longest wait for one response before the port is deferred to the next pass */
  maxTimeoutMs: number;
  /** shortest wait, also for a fast host */
  minTimeoutMs: number;
  /** maximum number of attempts for a silent port */
  maxTries: number;
}

export interface PortScanJob {
  /** jobs of one `fairKey` (a task) share one rate; keys are scheduled round-robin */
  fairKey: number;
  ip: string;
  ports: readonly number[];
  pace: Pace;
  signal: AbortSignal;
  /**
   * called about 10 times a second at most; `done` counts ports with a final verdict and never
   * decreases
   */
  onProgress?: (done: number, total: number) => void;
  /** the state of an interrupted scan of these ports: only ports without a result are tried */
  savedState?: Uint8Array | undefined;
  /** called every two seconds: `savedState` of a scan that continues this one; at most 33 KiB */
  onState?: (state: Uint8Array) => void;
}

export interface PortScanResult {
  /** ascending */
  open: number[];
  closed: number;
  /**
   * ascending; ports without an answer that says what they are: a timeout, or an ICMP rejection that is
   * no refusal. They may be open
   */
  silent: ArrayLike<number>;
  /** null when no port answered */
  rttMs: number | null;
  /**
   * refused by the guard or by the system (no route, no permission): the scan is missing or
   * incomplete
   */
  refused: { reason: string; detail: string } | null;
}

export interface DiscoveryResult {
  alive: boolean;
  how: string | null;
  rttMs: number | null;
  refused: { reason: string; detail: string } | null;
}

/**
 * Sends the packets of scans. One per process; limited by the file descriptors of the process; fair
 * between keys.
 */
export interface PortScanner {
  /**
   * Probes a few TCP ports (open and refused both count as an answer) and, where the system allows
   * it, sends an ICMP echo.
   */
  discover(job: PortScanJob): Promise<DiscoveryResult>;
  /** TCP connect scan. Rejects with the signal's reason within 200 ms of an abort. */
  scan(job: PortScanJob): Promise<PortScanResult>;
  close(): Promise<void>;
}
