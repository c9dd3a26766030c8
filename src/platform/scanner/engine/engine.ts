import {
  attemptTimeout,
  advancePass,
  createHostScan,
  deferToNextPass,
  saveScanState,
  sendWindow,
  type JobSpec,
} from '../host-job.js';
import type { ConnectResult, ProbeIo } from '../probe-io.js';
import { raiseLimit, shareOf, type SocketLimit } from '../socket-limit.js';
import { createBucket, refillTokens, setRate, waitForTokens } from '../token-bucket.js';
import { launchAll } from './launch.js';
import {
  recordVerdict,
  releaseAttempt,
  removeLane,
  type Lane,
  type ScanListener,
  type State,
} from './state.js';

/** Works on all jobs at once. The caller calls `tick` repeatedly while `idle` is false. */
export interface Engine {
  add(spec: JobSpec): void;
  cancel(id: number): void;
  /**
   * Processes results and starts attempts.
   * @returns milliseconds that the poll of the next tick may wait
   */
  tick(): number;
  idle(): boolean;
}

/** Ended attempts are dropped from a lane when they are all, or this many. */
const MAX_ENDED_ATTEMPTS = 4_096;
const MAX_WAIT_MS = 10;
const PROGRESS_INTERVAL_MS = 100;
const STATE_INTERVAL_MS = 2_000;

/**
 * @param now a monotonic clock in milliseconds
 * @param quantum attempts of one key before the next key and before the clock is read; small where
 *   one attempt is expensive
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
    savedAt: now,
  });
  state.waitMs = 0;
}

function cancel(state: State, id: number): void {
  for (const group of state.groups) {
    const lane = group.lanes.find((l) => l.job.spec.id === id);
    if (lane) removeLane(state, lane);
  }
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
  releaseAttempt(state, attempt);
  recordVerdict(state, attempt.lane, attempt.port, verdict, state.now() - attempt.startedAt);
}

function expire(state: State, lane: Lane, now: number): void {
  const timeout = attemptTimeout(lane.job);
  for (let oldest = lane.attempts[lane.head]; oldest; oldest = lane.attempts[lane.head]) {
    if (oldest.live) {
      if (now - oldest.startedAt < timeout) break;
      state.io.drop(oldest.id);
      releaseAttempt(state, oldest);
      deferToNextPass(lane.job, oldest.port);
    }
    lane.head += 1;
  }
  if (lane.head === lane.attempts.length || lane.head > MAX_ENDED_ATTEMPTS) {
    lane.attempts = lane.attempts.slice(lane.head);
    lane.head = 0;
  }
}

function finishOrReport(state: State, lane: Lane, now: number): void {
  const { job } = lane;
  advancePass(job);
  if (job.ended) {
    removeLane(state, lane);
    state.listener.finished(job.spec.id, job.outcome);
    return;
  }
  if (now - lane.reportedAt >= PROGRESS_INTERVAL_MS && job.done > lane.reported) {
    lane.reportedAt = now;
    lane.reported = job.done;
    state.listener.progress(job.spec.id, job.done, job.spec.ports.length);
  }
  if (job.spec.mode === 'scan' && now - lane.savedAt >= STATE_INTERVAL_MS) {
    lane.savedAt = now;
    state.listener.state(job.spec.id, saveScanState(job));
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
