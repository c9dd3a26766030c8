import type { Pace } from '../net/port-scanner.js';
import { nextWindow, triesFor } from './retry-policy.js';
import type { ScanTarget, ConnectResult } from './probe-io.js';
import { ECHO } from './probe-io.js';
import type { RoundTrip } from './rtt.js';
import { observe, UNKNOWN_ROUND_TRIP, answerTimeout } from './rtt.js';

/** `discover` ends at the first answer of any kind; `scan` looks at every port. `ports` in the order of asking, ECHO for ICMP. */
export interface JobSpec {
  id: number;
  key: number;
  mode: 'scan' | 'discover';
  target: ScanTarget;
  ports: number[];
  pace: Pace;
}

export interface JobOutcome {
  open: number[];
  closed: number;
  filtered: number;
  rttMs: number | null;
  refused: { reason: string; detail: string } | null;
  /** what showed that the host is there: `tcp/443 open`, `tcp/80 refused`, `icmp echo`, `icmp rejection` */
  how: string | null;
}

/**
 * One host being asked. `queue` from `next` on is what is left of this pass, `silent` what the next pass gets; `answered` counts ports
 * that were open or closed, `late` those that were so after the first pass.
 */
export interface HostScan {
  spec: JobSpec;
  startedAt: number;
  pass: number;
  queue: number[];
  next: number;
  silent: number[];
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

// A host that is there mostly answers one of the first few; the others are asked only if it takes its time.
const DISCOVERY_STEP = 12;
const DISCOVERY_STEP_MS = 50;
// Local ports are drawn from here (IANA: 49152 up; Linux: 32768 up), so only here a connection can meet another one half-way.
const EPHEMERAL_FROM = 32_768;

export function createHostScan(spec: JobSpec, now: number): HostScan {
  return {
    spec,
    startedAt: now,
    pass: 1,
    queue: spec.ports,
    next: 0,
    silent: [],
    window: Math.max(1, spec.pace.connectionsPerHost),
    inFlight: 0,
    answered: 0,
    late: 0,
    lateInPass: 0,
    roundTrip: UNKNOWN_ROUND_TRIP,
    done: 0,
    rechecked: new Set(),
    busyRun: 0,
    outcome: { open: [], closed: 0, filtered: 0, rttMs: null, refused: null, how: null },
    ended: spec.ports.length === 0,
  };
}

/** How many attempts may be under way to this host now. */
export function sendWindow(job: HostScan, now: number): number {
  if (job.spec.mode === 'scan') return job.window;
  const steps = 1 + Math.floor((now - job.startedAt) / DISCOVERY_STEP_MS);
  return Math.min(job.window, steps * DISCOVERY_STEP);
}

/** Milliseconds that an attempt to this host may take. */
export function attemptTimeout(job: HostScan): number {
  return answerTimeout(job.roundTrip, job.spec.pace, { pass: job.pass, ports: job.queue.length });
}

/** The next port of this pass; undefined when all of them are under way or settled. */
export function takePort(job: HostScan): number | undefined {
  const port = job.queue[job.next];
  if (port !== undefined) job.next += 1;
  return port;
}

/** The port just taken has to be asked once more, and this time does not count. */
export function requeue(job: HostScan, port: number): void {
  if (job.next > 0) job.next -= 1;
  else job.queue = [0, ...job.queue];
  job.queue[job.next] = port;
}

/** No answer in time: the next pass decides, if there is one. */
export function deferToNextPass(job: HostScan, port: number): void {
  job.silent.push(port);
}

/** Books what an attempt told. `busy` and `again` are the engine's business and never come here. */
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
  else if (verdict === 'closed') job.outcome.closed += 1;
  else job.outcome.filtered += 1;
  if (isAnswer(verdict)) recordAnswer(job, port, verdict, elapsedMs);
}

/** Ends a job without trying the rest. */
export function failJob(job: HostScan, reason: string, detail: string): void {
  job.outcome.refused = { reason, detail };
  job.ended = true;
}

/** When nothing of this pass is left: starts the next one over the silent ports, or ends the job. */
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
  // ICMP is rationed by every sender (RFC 1812 section 4.3.2.8), so that a missing rejection says nothing about lost packets.
  if (verdict !== 'rejected') countAnswer(job);
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
  if (verdict === 'rejected') return 'icmp rejection';
  return `tcp/${port} ${verdict === 'closed' ? 'refused' : 'open'}`;
}

function isAnswer(verdict: ConnectResult): boolean {
  return (
    verdict === 'open' || verdict === 'open_here' || verdict === 'closed' || verdict === 'rejected'
  );
}

function isSystemRefusal(verdict: ConnectResult): verdict is 'no_route' | 'not_permitted' {
  return verdict === 'no_route' || verdict === 'not_permitted';
}
