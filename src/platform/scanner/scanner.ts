import ipaddr from 'ipaddr.js';
import { onAbort } from '../../lib/abort/on-abort.js';
import type { AddressGuard } from '../net/address-guard.js';
import type {
  DiscoveryResult,
  PortScanJob,
  PortScanner,
  PortScanResult,
} from '../net/port-scanner.js';
import type { ScanListener } from './engine/state.js';
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
  /** maximum number of open sockets; further limited by the process */
  maxDescriptors?: number;
  /** uses Node's sockets even where system calls are available */
  forceSockets?: boolean;
  /** the compiled worker, if it is not beside this file */
  workerUrl?: URL;
}

/**
 * A port scanner and its implementation: system calls in a separate thread, or Node's sockets.
 * Starts what it needs on the first call.
 */
export interface TcpScanner extends PortScanner {
  kind(): Promise<Runner['kind']>;
}

interface PendingJob {
  resolve: (outcome: JobOutcome) => void;
  reject: (error: Error) => void;
  onProgress: PortScanJob['onProgress'];
  onState: PortScanJob['onState'];
}

// Tried on every host in addition to the ports of the job: most servers, desktops, printers and
// routers answer on one of them, also by refusing.
const DISCOVERY_PORTS = [443, 80, 22, 445, 3389, 135, 8080, 53, 25, 23, 21];

/**
 * The one scanner of the process. Its sockets are TCP connections that end with RST, and ICMP echo
 * requests for discovery.
 */
export function createPortScanner(options: ScannerOptions): TcpScanner {
  const jobs = createPendingJobs();
  const descriptors = readDescriptorBudget(options.maxDescriptors);
  let runner: Promise<Runner> | null = null;
  const fail = (error: Error): void => {
    runner = null;
    jobs.rejectAll(error);
  };
  const getRunner = (): Promise<Runner> => {
    runner ??= startRunner(options, descriptors, jobs.listener, fail);
    return runner;
  };
  const run = (job: PortScanJob, mode: JobMessage['mode'], ports: number[]): Promise<JobOutcome> =>
    runJob(jobs, getRunner, job, { mode, ports: Uint16Array.from(ports) });

  return {
    kind: async () => (await getRunner()).kind,
    async scan(job) {
      const refused = refusalOf(options.guard, job.ip);
      if (refused) return { open: [], closed: 0, silent: [], rttMs: null, refused };
      return scanResult(await run(job, 'scan', orderPorts(job.ports, seedOf(job.ip))), job);
    },
    async discover(job) {
      const refused = refusalOf(options.guard, job.ip);
      if (refused) return { alive: false, how: null, rttMs: null, refused };
      return discoveryResult(await run(job, 'discover', discoveryPorts(job.ports)));
    },
    async close() {
      const ending = runner;
      fail(new Error('The scanner has been closed'));
      await (await ending)?.close();
    },
  };
}

async function runJob(
  jobs: PendingJobs,
  getRunner: () => Promise<Runner>,
  job: PortScanJob,
  { mode, ports }: Pick<JobMessage, 'mode' | 'ports'>,
): Promise<JobOutcome> {
  const { fairKey, ip, pace, signal, savedState } = job;
  signal.throwIfAborted();
  const { id, outcome, remove } = jobs.add(job);
  let runner: Runner | null = null;
  try {
    runner = await Promise.race([getRunner(), outcome.then(() => null)]);
    runner?.keepAlive(true);
    runner?.add({ id, key: fairKey, mode, ip, ports, pace, savedState });
    return await outcome;
  } finally {
    remove();
    if (signal.aborted) runner?.cancel(id);
    if (jobs.isEmpty()) runner?.keepAlive(false);
  }
}

type PendingJobs = ReturnType<typeof createPendingJobs>;

/** The jobs that wait for their outcome, by id. */
function createPendingJobs() {
  const pending = new Map<number, PendingJob>();
  let lastId = 0;
  const listener: ScanListener = {
    progress: (id, done, total) => {
      pending.get(id)?.onProgress?.(done, total);
    },
    state: (id, state) => {
      pending.get(id)?.onState?.(state);
    },
    finished: (id, outcome) => {
      pending.get(id)?.resolve(outcome);
    },
  };
  return {
    listener,
    isEmpty: () => pending.size === 0,
    rejectAll(error: Error): void {
      for (const job of pending.values()) job.reject(error);
    },
    add({ signal, onProgress, onState }: PortScanJob) {
      lastId += 1;
      const id = lastId;
      const outcome = new Promise<JobOutcome>((resolve, reject) => {
        pending.set(id, { resolve, reject, onProgress, onState });
      });
      const stopWatching = onAbort(signal, () => {
        pending.get(id)?.reject(signal.reason as Error);
      });
      const remove = (): void => {
        pending.delete(id);
        stopWatching();
      };
      return { id, outcome, remove };
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
  const { open, closed, filtered, silent, rttMs, refused } = outcome;
  if (!refused) job.onProgress?.(open.length + closed + filtered, job.ports.length);
  return { open, closed, silent, rttMs, refused };
}

function discoveryResult({ how, rttMs, refused }: JobOutcome): DiscoveryResult {
  return { alive: how !== null, how, rttMs, refused };
}
