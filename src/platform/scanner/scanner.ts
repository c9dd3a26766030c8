import ipaddr from 'ipaddr.js';
import { onAbort } from '../../lib/on-abort.js';
import type { AddressGuard } from '../net/address-guard.js';
import type {
  DiscoveryResult,
  PortScanJob,
  PortScanner,
  PortScanResult,
} from '../net/port-scanner.js';
import type { JobOutcome } from './host-job.js';
import type { JobMessage } from './worker.messages.js';
import { readDescriptorBudget } from './socket-limit.js';
import { orderPorts, seedOf } from './port-order.js';
import { ECHO } from './probe-io.js';
import type { Runner } from './runner.js';
import { createSocketRunner } from './runner.js';
import { startWorker } from './worker-runner.js';

export interface ScannerOptions {
  guard: AddressGuard;
  /** at most so many sockets at one time; never more than the process's limit leaves */
  maxDescriptors?: number;
  /** Node's own sockets even where system calls would do */
  forceSockets?: boolean;
  /** the compiled worker, when it doesn't lie beside this file */
  workerUrl?: URL;
}

/** A port scanner, and how it works: by system calls in a thread of its own, or by Node's sockets. Starts what it needs on the first call. */
export interface TcpScanner extends PortScanner {
  kind(): Promise<Runner['kind']>;
}

interface PendingJob {
  resolve: (outcome: JobOutcome) => void;
  reject: (error: Error) => void;
  onProgress: PortScanJob['onProgress'];
}

// Asked of every host beside the ports of the job: what mostly answers, refusing included, on servers, desktops, printers and routers.
const DISCOVERY_PORTS = [443, 80, 22, 445, 3389, 135, 8080, 53, 25, 23, 21];

/** The one scanner of the process. Its sockets are TCP connections that end with RST, and ICMP echo requests for discovery. */
export function createPortScanner(options: ScannerOptions): TcpScanner {
  const pending = new Map<number, PendingJob>();
  const descriptors = readDescriptorBudget(options.maxDescriptors);
  let runner: Promise<Runner> | null = null;
  let lastId = 0;
  const listener = {
    progress: (id: number, done: number, total: number): void => {
      pending.get(id)?.onProgress?.(done, total);
    },
    finished: (id: number, outcome: JobOutcome): void => {
      pending.get(id)?.resolve(outcome);
    },
  };
  const onDeath = (error: Error): void => {
    runner = null;
    for (const entry of pending.values()) entry.reject(error);
  };
  const getRunner = (): Promise<Runner> =>
    (runner ??= startRunner(options, descriptors, listener, onDeath));

  const run = async (
    job: PortScanJob,
    mode: JobMessage['mode'],
    ports: number[],
  ): Promise<JobOutcome> => {
    job.signal.throwIfAborted();
    const id = ++lastId;
    const outcome = new Promise<JobOutcome>((resolve, reject) => {
      pending.set(id, { resolve, reject, onProgress: job.onProgress });
    });
    const stop = (): void => {
      pending.get(id)?.reject(job.signal.reason as Error);
    };
    const unwatch = onAbort(job.signal, stop);
    let active: Runner | null = null;
    try {
      active = await Promise.race([getRunner(), outcome.then(() => null)]);
      active?.keepAlive(true);
      active?.add({
        id,
        key: job.fairKey,
        mode,
        ip: job.ip,
        ports: Uint16Array.from(ports),
        pace: job.pace,
      });
      return await outcome;
    } finally {
      pending.delete(id);
      unwatch();
      if (job.signal.aborted) active?.cancel(id);
      if (pending.size === 0) active?.keepAlive(false);
    }
  };

  return {
    kind: async () => (await getRunner()).kind,
    async scan(job) {
      const refused = refusalOf(options.guard, job.ip);
      if (refused) return { open: [], closed: 0, filtered: 0, rttMs: null, refused };
      return scanResult(await run(job, 'scan', orderPorts(job.ports, seedOf(job.ip))), job);
    },
    async discover(job) {
      const refused = refusalOf(options.guard, job.ip);
      if (refused) return { alive: false, how: null, rttMs: null, refused };
      return discoveryResult(await run(job, 'discover', discoveryPorts(job.ports)));
    },
    async close() {
      const ending = runner;
      onDeath(new Error('The scanner has been closed'));
      await (await ending)?.close();
    },
  };
}

async function startRunner(
  options: ScannerOptions,
  descriptors: number,
  listener: Parameters<typeof startWorker>[2],
  onDeath: (error: Error) => void,
): Promise<Runner> {
  const url = options.workerUrl ?? new URL('./worker.js', import.meta.url);
  const worker = options.forceSockets
    ? null
    : await startWorker(url, descriptors, listener, onDeath);
  return worker ?? createSocketRunner(descriptors, listener);
}

function refusalOf(guard: AddressGuard, ip: string): PortScanResult['refused'] {
  if (!ipaddr.isValid(ip)) return { reason: 'not_an_address', detail: `${ip} is not an address` };
  return guard(ip);
}

function discoveryPorts(requested: readonly number[]): number[] {
  const others = orderPorts(requested, 1).filter((port) => !DISCOVERY_PORTS.includes(port));
  return [ECHO, ...DISCOVERY_PORTS, ...others];
}

function scanResult(outcome: JobOutcome, job: PortScanJob): PortScanResult {
  const { open, closed, filtered, rttMs, refused } = outcome;
  if (!refused) job.onProgress?.(open.length + closed + filtered, job.ports.length);
  return { open, closed, filtered, rttMs, refused };
}

function discoveryResult({ how, rttMs, refused }: JobOutcome): DiscoveryResult {
  return { alive: how !== null, how, rttMs, refused };
}
