import type { SocketLimit } from './socket-limit.js';
import { lowerLimit, raiseLimit, shareOf } from './socket-limit.js';
import type { Bucket } from './token-bucket.js';
import { createBucket, refillTokens, setRate, takeTokens, waitForTokens } from './token-bucket.js';
import type { HostScan, JobOutcome, JobSpec } from './host-job.js';
import {
  createHostScan,
  attemptTimeout,
  requeue,
  deferToNextPass,
  failJob,
  applyResult,
  takePort,
  advancePass,
  sendWindow,
} from './host-job.js';
import type { ProbeIo, ConnectResult } from './probe-io.js';

export interface ScanListener {
  /** at most ten times a second per job; `done` never falls */
  progress(id: number, done: number, total: number): void;
  finished(id: number, outcome: JobOutcome): void;
}

/** Works on all jobs at once. The caller calls `turn` again and again while `idle` is false. */
export interface Engine {
  add(spec: JobSpec): void;
  cancel(id: number): void;
  /** Takes what has come, starts what may start. @returns milliseconds that the next turn's poll may wait */
  tick(): number;
  idle(): boolean;
}

interface Attempt {
  id: number;
  lane: Lane;
  port: number;
  startedAt: number;
  live: boolean;
}
/** A job and its attempts, oldest first; those before `head` are over. */
interface Lane {
  job: HostScan;
  group: Group;
  attempts: Attempt[];
  head: number;
  reportedAt: number;
  reported: number;
}
/** All jobs of one fair key: they share a rate and a part of the descriptors. */
interface Group {
  key: number;
  bucket: Bucket;
  lanes: Lane[];
  held: number;
}
interface State {
  io: ProbeIo;
  now: () => number;
  socketLimit: SocketLimit;
  listener: ScanListener;
  groups: Group[];
  attempts: (Attempt | undefined)[];
  free: number[];
  held: number;
  pausedUntil: number;
  waitMs: number;
  quantum: number;
}

const SLICE_MS = 4;
const MAX_WAIT_MS = 10;
const LANE_QUANTUM = 64;
const PROGRESS_INTERVAL_MS = 100;
const PAUSE_MS = 20;
const MAX_BUSY_RUN = 250;
// The rate spares networks; attempts to this machine itself never reach one, and cost a twentieth.
const LOOPBACK_COST = 0.05;

/**
 * @param now     a steady clock in milliseconds
 * @param quantum attempts of one key before the next key's turn, and before a look at the clock: few where one attempt costs much
 */
export function createEngine(
  io: ProbeIo,
  now: () => number,
  socketLimit: SocketLimit,
  listener: ScanListener,
  quantum = 256,
): Engine {
  const state: State = {
    io,
    now,
    socketLimit,
    listener,
    groups: [],
    attempts: [],
    free: [],
    held: 0,
    pausedUntil: 0,
    waitMs: 0,
    quantum,
  };
  return {
    add: (spec) => {
      add(state, spec);
    },
    cancel: (id) => {
      cancel(state, id);
    },
    tick: () => tick(state),
    idle: () => state.groups.length === 0,
  };
}

function add(state: State, spec: JobSpec): void {
  const now = state.now();
  let group = state.groups.find((g) => g.key === spec.key);
  if (group) setRate(group.bucket, spec.pace.packetsPerSecond);
  else {
    group = {
      key: spec.key,
      bucket: createBucket(spec.pace.packetsPerSecond, now),
      lanes: [],
      held: 0,
    };
    state.groups.push(group);
  }
  group.lanes.push({
    job: createHostScan(spec, now),
    group,
    attempts: [],
    head: 0,
    reportedAt: now,
    reported: 0,
  });
  state.waitMs = 0;
}

function cancel(state: State, id: number): void {
  for (const group of state.groups) {
    const lane = group.lanes.find((l) => l.job.spec.id === id);
    if (lane) remove(state, lane);
  }
}

function remove(state: State, lane: Lane): void {
  for (const attempt of lane.attempts) {
    if (!attempt.live) continue;
    state.io.drop(attempt.id);
    release(state, attempt);
  }
  const { group } = lane;
  group.lanes = group.lanes.filter((l) => l !== lane);
  if (group.lanes.length === 0) state.groups = state.groups.filter((g) => g !== group);
}

function tick(state: State): number {
  state.io.poll(state.waitMs, (id, verdict) => {
    onResult(state, id, verdict);
  });
  const now = state.now();
  raiseLimit(state.socketLimit, now);
  for (const group of state.groups) {
    refillTokens(group.bucket, now);
    for (const lane of group.lanes) expire(state, lane, now);
  }
  const more = now >= state.pausedUntil && launchAll(state, now);
  for (const group of state.groups)
    for (const lane of group.lanes) finishOrReport(state, lane, now);
  state.waitMs = more ? 0 : nextWait(state, state.now());
  return state.waitMs;
}

function onResult(state: State, id: number, verdict: ConnectResult): void {
  const attempt = state.attempts[id];
  if (!attempt) return;
  release(state, attempt);
  recordVerdict(state, attempt.lane, attempt.port, verdict, state.now() - attempt.startedAt);
}

function expire(state: State, lane: Lane, now: number): void {
  const timeout = attemptTimeout(lane.job);
  for (let oldest = lane.attempts[lane.head]; oldest; oldest = lane.attempts[lane.head]) {
    if (oldest.live) {
      if (now - oldest.startedAt < timeout) break;
      state.io.drop(oldest.id);
      release(state, oldest);
      deferToNextPass(lane.job, oldest.port);
    }
    lane.head += 1;
  }
  if (lane.head === lane.attempts.length) [lane.attempts, lane.head] = [[], 0];
  else if (lane.head > 4_096) [lane.attempts, lane.head] = [lane.attempts.slice(lane.head), 0];
}

/** Every key has its turn, then the next round, until nobody can go on (false) or the slice of time is over (true). */
function launchAll(state: State, now: number): boolean {
  const first = state.groups.shift();
  if (first) state.groups.push(first);
  for (let hasLaunched = true; hasLaunched;) {
    hasLaunched = false;
    for (const group of state.groups) {
      if (launchGroup(state, group, now) > 0) hasLaunched = true;
      if (state.now() - now > SLICE_MS) return true;
      if (now < state.pausedUntil) return false;
    }
  }
  return false;
}

function launchGroup(state: State, group: Group, now: number): number {
  const share = shareOf(state.socketLimit.limit, state.groups.length);
  let left = state.quantum;
  for (let i = group.lanes.length; i > 0 && left > 0; i -= 1) {
    const lane = group.lanes.shift();
    if (!lane) break;
    group.lanes.push(lane);
    const started = launchLane(state, lane, Math.min(left, LANE_QUANTUM), share, now);
    left -= started;
    // Who had the last token or descriptor goes to the end of the row, and the next one begins the next turn.
    if (started > 0 && (group.bucket.tokens < 1 || group.held >= share)) break;
  }
  return state.quantum - left;
}

function launchLane(state: State, lane: Lane, quantum: number, share: number, now: number): number {
  const { job, group } = lane;
  const window = sendWindow(job, now);
  const cost = job.spec.target.loopback ? LOOPBACK_COST : 1;
  let started = 0;
  while (
    started < quantum &&
    !job.ended &&
    job.inFlight < window &&
    group.held < share &&
    state.held < state.socketLimit.limit
  ) {
    if (job.next >= job.queue.length || now < state.pausedUntil || !takeTokens(group.bucket, cost))
      break;
    attempt(state, lane);
    started += 1;
  }
  return started;
}

function attempt(state: State, lane: Lane): void {
  const port = takePort(lane.job);
  if (port === undefined) return;
  const id = state.free.pop() ?? state.attempts.push(undefined) - 1;
  const startedAt = state.now();
  const verdict = state.io.start(id, lane.job.spec.target, port);
  if (verdict !== null) {
    state.free.push(id);
    recordVerdict(state, lane, port, verdict, state.now() - startedAt);
    return;
  }
  const active: Attempt = { id, lane, port, startedAt, live: true };
  state.attempts[id] = active;
  lane.attempts.push(active);
  lane.job.inFlight += 1;
  lane.group.held += 1;
  state.held += 1;
}

function release(state: State, ended: Attempt): void {
  ended.live = false;
  state.attempts[ended.id] = undefined;
  state.free.push(ended.id);
  ended.lane.job.inFlight -= 1;
  ended.lane.group.held -= 1;
  state.held -= 1;
}

function recordVerdict(
  state: State,
  lane: Lane,
  port: number,
  verdict: ConnectResult,
  elapsedMs: number,
): void {
  const { job } = lane;
  if (job.ended) return;
  if (verdict !== 'busy' && verdict !== 'again') {
    applyResult(job, port, verdict, elapsedMs);
    return;
  }
  requeue(job, port);
  if (verdict === 'again') return;
  const now = state.now();
  lowerLimit(state.socketLimit, state.held, now);
  state.pausedUntil = now + PAUSE_MS;
  job.busyRun += 1;
  if (job.busyRun > MAX_BUSY_RUN)
    failJob(
      job,
      'no_resources',
      'The system has had no descriptor, local port or buffer to spare for a while',
    );
}

function finishOrReport(state: State, lane: Lane, now: number): void {
  const { job } = lane;
  advancePass(job);
  if (job.ended) {
    remove(state, lane);
    state.listener.finished(job.spec.id, job.outcome);
  } else if (now - lane.reportedAt >= PROGRESS_INTERVAL_MS && job.done > lane.reported) {
    lane.reportedAt = now;
    lane.reported = job.done;
    state.listener.progress(job.spec.id, job.done, job.spec.ports.length);
  }
}

function nextWait(state: State, now: number): number {
  if (now < state.pausedUntil) return Math.min(MAX_WAIT_MS, state.pausedUntil - now);
  let wait = MAX_WAIT_MS;
  const share = shareOf(state.socketLimit.limit, state.groups.length);
  for (const group of state.groups) {
    const waiting =
      group.held < share &&
      group.lanes.some(
        (l) => l.job.next < l.job.queue.length && l.job.inFlight < sendWindow(l.job, now),
      );
    if (waiting) wait = Math.min(wait, Math.max(1, waitForTokens(group.bucket, 1)));
    for (const lane of group.lanes) {
      const oldest = lane.attempts[lane.head];
      if (oldest?.live)
        wait = Math.min(wait, Math.max(0, oldest.startedAt + attemptTimeout(lane.job) - now));
    }
  }
  return wait;
}
