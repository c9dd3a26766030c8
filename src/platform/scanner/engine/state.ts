import { failJob, applyResult, requeue, type HostScan, type JobOutcome } from '../host-job.js';
import type { ConnectResult, ProbeIo } from '../probe-io.js';
import { lowerLimit, type SocketLimit } from '../socket-limit.js';
import type { Bucket } from '../token-bucket.js';

export interface ScanListener {
  /** at most ten times a second per job; `done` never decreases */
  progress(id: number, done: number, total: number): void;
  /** every two seconds for each scan; `state` continues it in another process */
  state(id: number, state: Uint8Array): void;
  finished(id: number, outcome: JobOutcome): void;
}

export interface Attempt {
  id: number;
  lane: Lane;
  port: number;
  startedAt: number;
  live: boolean;
}

/** A job and its attempts, oldest first; attempts before `head` have ended. */
export interface Lane {
  job: HostScan;
  group: LaneGroup;
  attempts: Attempt[];
  head: number;
  reportedAt: number;
  reported: number;
  savedAt: number;
}

/** All jobs of one fair key: they share a rate and a part of the descriptors. */
export interface LaneGroup {
  key: number;
  bucket: Bucket;
  lanes: Lane[];
  held: number;
}

export interface State {
  io: ProbeIo;
  now: () => number;
  socketLimit: SocketLimit;
  listener: ScanListener;
  groups: LaneGroup[];
  attempts: (Attempt | undefined)[];
  free: number[];
  held: number;
  pausedUntil: number;
  waitMs: number;
  quantum: number;
}

const PAUSE_MS = 20;
const MAX_BUSY_RUN = 250;

export function removeLane(state: State, lane: Lane): void {
  for (const attempt of lane.attempts) {
    if (!attempt.live) continue;
    state.io.drop(attempt.id);
    releaseAttempt(state, attempt);
  }
  const { group } = lane;
  group.lanes = group.lanes.filter((l) => l !== lane);
  if (group.lanes.length === 0) state.groups = state.groups.filter((g) => g !== group);
}

export function releaseAttempt(state: State, ended: Attempt): void {
  ended.live = false;
  state.attempts[ended.id] = undefined;
  state.free.push(ended.id);
  ended.lane.job.inFlight -= 1;
  ended.lane.group.held -= 1;
  state.held -= 1;
}

export function recordVerdict(
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
      'The system has been out of descriptors, local ports or buffers for a while',
    );
}
