/** How hard a scan may push. All rates are packets (connection attempts) per second, all times milliseconds. */
export interface Pace {
  /** connection attempts per second, over all hosts of one task */
  packetsPerSecond: number;
  /** attempts under way at one time to one host */
  connectionsPerHost: number;
  /** longest wait for one answer before the port is put off to the next pass */
  maxTimeoutMs: number;
  /** shortest wait, however quick the host is */
  minTimeoutMs: number;
  /** how often a silent port is tried at the most */
  maxTries: number;
}

export interface PortScanJob {
  /** jobs of one `fairKey` (a task) share one rate; different keys take turns */
  fairKey: number;
  ip: string;
  ports: readonly number[];
  pace: Pace;
  signal: AbortSignal;
  /** at most some 10 calls a second; `done` counts ports with a final verdict and never falls */
  onProgress?: (done: number, total: number) => void;
}

export interface PortScanResult {
  /** ascending */
  open: number[];
  closed: number;
  filtered: number;
  /** null when nothing answered */
  rttMs: number | null;
  /** a refusal by the guard, or by the system (no route, no permission): nothing or not everything was tried */
  refused: { reason: string; detail: string } | null;
}

export interface DiscoveryResult {
  alive: boolean;
  how: string | null;
  rttMs: number | null;
  refused: { reason: string; detail: string } | null;
}

/** Sends the packets of scans. One per process; bounded by the process's file descriptors; fair between keys. */
export interface PortScanner {
  /** Tries a few TCP ports (an answer of any kind counts: open or refused) and, where the system allows it, ICMP echo. */
  discover(job: PortScanJob): Promise<DiscoveryResult>;
  /** TCP connect scan. Rejects with the signal's reason when aborted, within 200 ms. */
  scan(job: PortScanJob): Promise<PortScanResult>;
  close(): Promise<void>;
}
