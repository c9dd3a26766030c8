import type { Pace } from '../net/port-scanner.js';
import { nextWindow, triesFor } from './retry-policy.js';
import type { ScanTarget, ConnectResult } from './probe-io.js';
import { ECHO } from './probe-io.js';
import type { RoundTrip } from './rtt.js';
import { observe, UNKNOWN_ROUND_TRIP, answerTimeout } from './rtt.js';
import { decodeScanState, encodeScanState, type ScanState } from './scan-state.js';

/**
 * `discover` ends at the first answer of any kind; `scan` tries every port. `ports` in the order of
 * the attempts, ECHO for ICMP. `savedState`: a scan that is continued.
 */
export interface JobSpec {
  id: number;
  key: number;
  mode: 'scan' | 'discover';
  target: ScanTarget;
  ports: number[];
  pace: Pace;
  savedState?: Uint8Array | undefined;
}

export interface JobOutcome {
  open: number[];
  closed: number;
  filtered: number;
  /** the filtered ports of a scan: no answer, or an ICMP rejection that is no refusal; ascending */
  silent: Uint16Array;
  rttMs: number | null;
  refused: { reason: string; detail: string } | null;
  /**
   * the answer that showed that the host is up: `tcp/443 open`, `tcp/80 refused`, `icmp echo`,
   * `icmp rejection`
   */
  how: string | null;
}

/**
 * The scan of one host. `queue` from `next` on is the rest of this pass, `silent` the ports of the
 * next pass. `answered` counts ports that were open or closed, `late` those of them that answered
 * after the first pass. `settled` holds closed ports from its start, and filtered ports from its end.
 */
export interface HostScan {
  spec: JobSpec;
  startedAt: number;
  pass: number;
  queue: number[];
  next: number;
  silent: number[];
  settled: Uint16Array;
  window: number;
  inFlight: number;
  answered: number;
  late: number;
  lateInPass: number;
  roundTrip: RoundTrip;
  done: number;
  rechecked: Set<number>;
  busyRun: number;
  outcome: JobOutcome;
  ended: boolean;
}

// A host that is up mostly answers one of the first probes; the others are sent only if it is slow.
const DISCOVERY_STEP = 12;
const DISCOVERY_STEP_MS = 50;
// Local ports come from this range (IANA: 49152 up; Linux: 32768 up), so only here a connection can
// meet another one (simultaneous open).
const EPHEMERAL_FROM = 32_768;

const NO_ANSWER: JobOutcome = {
  open: [],
  closed: 0,
  filtered: 0,
  silent: new Uint16Array(),
  rttMs: null,
  refused: null,
  how: null,
};

export function createHostScan(spec: JobSpec, now: number): HostScan {
  const job: HostScan = {
    spec,
    startedAt: now,
    pass: 1,
    queue: spec.ports,
    next: 0,
    silent: [],
    settled: new Uint16Array(spec.mode === 'scan' ? spec.ports.length : 0),
    window: Math.max(1, spec.pace.connectionsPerHost),
    inFlight: 0,
    answered: 0,
    late: 0,
    lateInPass: 0,
    roundTrip: UNKNOWN_ROUND_TRIP,
    done: 0,
    rechecked: new Set(),
    busyRun: 0,
    outcome: { ...NO_ANSWER, open: [] },
    ended: spec.ports.length === 0,
  };
  const saved = spec.savedState && decodeScanState(spec.savedState);
  if (saved) continueScan(job, saved);
  return job;
}

/** Continues with the ports that have no result yet. A port that is not requested any more is dropped. */
function continueScan(job: HostScan, saved: ScanState): void {
  const requested = new Set(job.spec.ports);
  const take = (ports: ArrayLike<number>): number[] =>
    Array.from(ports).filter((port) => requested.delete(port));
  const { outcome } = job;
  outcome.open = take(saved.open);
  for (const port of take(saved.closed)) settle(job, port, 'closed');
  for (const port of take(saved.filtered)) settle(job, port, 'filtered');
  job.silent = take(saved.silent);
  job.queue = job.spec.ports.filter((port) => requested.has(port));
  job.done = outcome.open.length + outcome.closed + outcome.filtered;
  job.pass = saved.pass;
  job.window = Math.max(1, Math.min(job.window, saved.window));
  job.answered = saved.answered;
  job.late = saved.late;
  job.lateInPass = saved.lateInPass;
  job.roundTrip = { smoothed: saved.smoothedMs, variance: saved.varianceMs };
}

/** Returns what a running scan knows so far; ports in flight have no result yet. */
export function saveScanState(job: HostScan): Uint8Array {
  const { outcome, settled, roundTrip } = job;
  return encodeScanState({
    pass: job.pass,
    window: job.window,
    answered: job.answered,
    late: job.late,
    lateInPass: job.lateInPass,
    smoothedMs: roundTrip.smoothed,
    varianceMs: roundTrip.variance,
    open: outcome.open,
    closed: settled.subarray(0, outcome.closed),
    filtered: settled.subarray(settled.length - outcome.filtered),
    silent: job.silent,
  });
}

function settle(job: HostScan, port: number, state: 'closed' | 'filtered'): void {
  const { outcome, settled } = job;
  outcome[state] += 1;
  settled[state === 'closed' ? outcome.closed - 1 : settled.length - outcome.filtered] = port;
}

/** Maximum number of concurrent attempts to this host at this moment. */
export function sendWindow(job: HostScan, now: number): number {
  if (job.spec.mode === 'scan') return job.window;
  const steps = 1 + Math.floor((now - job.startedAt) / DISCOVERY_STEP_MS);
  return Math.min(job.window, steps * DISCOVERY_STEP);
}

/** Timeout of an attempt to this host, in milliseconds. */
export function attemptTimeout(job: HostScan): number {
  return answerTimeout(job.roundTrip, job.spec.pace, { pass: job.pass, ports: job.queue.length });
}

/** Takes the next port of this pass; undefined when all of them are in flight or done. */
export function takePort(job: HostScan): number | undefined {
  const port = job.queue[job.next];
  if (port !== undefined) job.next += 1;
  return port;
}

/** Puts the port just taken at the front again; this attempt does not count. */
export function requeue(job: HostScan, port: number): void {
  if (job.next > 0) job.next -= 1;
  else job.queue = [0, ...job.queue];
  job.queue[job.next] = port;
}

/** Registers a timeout: the port is tried again in the next pass, if there is one. */
export function deferToNextPass(job: HostScan, port: number): void {
  job.silent.push(port);
}

/** Records the result of an attempt. The engine handles `busy` and `again` itself. */
export function applyResult(
  job: HostScan,
  port: number,
  verdict: ConnectResult,
  elapsedMs: number,
): void {
  job.busyRun = 0;
  if (verdict === 'open_here' && port >= EPHEMERAL_FROM && !job.rechecked.has(port)) {
    job.rechecked.add(port);
    requeue(job, port);
    return;
  }
  if (isSystemRefusal(verdict) && job.roundTrip.smoothed === null)
    return failJob(job, verdict, `The system refused to send to ${job.spec.target.ip}`);
  job.done += 1;
  if (verdict === 'open' || verdict === 'open_here') job.outcome.open.push(port);
  else settle(job, port, isRefusal(verdict) ? 'closed' : 'filtered');
  if (isAnswer(verdict)) recordAnswer(job, port, verdict, elapsedMs);
}

/** Ends a job without trying the remaining ports. */
export function failJob(job: HostScan, reason: string, detail: string): void {
  job.outcome.refused = { reason, detail };
  job.ended = true;
}

/** At the end of a pass: starts the next one over the silent ports, or ends the job. */
export function advancePass(job: HostScan): void {
  if (job.ended || job.inFlight > 0 || job.next < job.queue.length) return;
  if (job.silent.length === 0 || job.pass >= triesFor(job, job.spec.pace.maxTries))
    return finish(job);
  job.window = nextWindow(job.window, job.lateInPass, job.answered);
  job.queue = job.silent;
  job.silent = [];
  job.next = 0;
  job.lateInPass = 0;
  job.pass += 1;
}

function finish(job: HostScan): void {
  const { settled, outcome } = job;
  const rejected = settled.subarray(settled.length - outcome.filtered);
  outcome.silent = Uint16Array.from([...rejected, ...job.silent]).sort();
  job.outcome.filtered += job.silent.length;
  job.done += job.silent.length;
  job.outcome.rttMs = job.roundTrip.smoothed;
  job.outcome.open.sort((a, b) => a - b);
  job.ended = true;
}

function recordAnswer(
  job: HostScan,
  port: number,
  verdict: ConnectResult,
  elapsedMs: number,
): void {
  // Every sender limits the rate of ICMP (RFC 1812 section 4.3.2.8), so a missing rejection does
  // not indicate packet loss.
  if (!isIcmp(verdict)) countAnswer(job);
  job.roundTrip = observe(job.roundTrip, elapsedMs);
  if (job.spec.mode === 'scan') return;
  job.outcome.how = describe(port, verdict);
  job.silent = [];
  finish(job);
}

function countAnswer(job: HostScan): void {
  job.answered += 1;
  if (job.pass === 1) return;
  job.late += 1;
  job.lateInPass += 1;
}

function describe(port: number, verdict: ConnectResult): string {
  if (port === ECHO) return 'icmp echo';
  if (isIcmp(verdict)) return 'icmp rejection';
  return `tcp/${port} ${verdict === 'closed' ? 'refused' : 'open'}`;
}

const isRefusal = (verdict: ConnectResult): boolean =>
  verdict === 'closed' || verdict === 'port_unreachable';

const isIcmp = (verdict: ConnectResult): boolean =>
  verdict === 'rejected' || verdict === 'port_unreachable';

const isAnswer = (verdict: ConnectResult): boolean =>
  verdict === 'open' || verdict === 'open_here' || isRefusal(verdict) || isIcmp(verdict);

function isSystemRefusal(verdict: ConnectResult): verdict is 'no_route' | 'not_permitted' {
  return verdict === 'no_route' || verdict === 'not_permitted';
}
