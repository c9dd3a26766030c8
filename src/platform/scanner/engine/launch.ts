import { sendWindow, takePort } from '../host-job.js';
import { shareOf } from '../socket-limit.js';
import { takeTokens } from '../token-bucket.js';
import { recordVerdict, type Attempt, type LaneGroup, type Lane, type State } from './state.js';

const SLICE_MS = 4;
const LANE_QUANTUM = 64;
// The rate protects networks; attempts to this machine itself send nothing on a network and cost a
// twentieth.
const LOOPBACK_COST = 0.05;

/**
 * Serves all keys in rounds, until no key can start an attempt (false) or the time slice is over
 * (true).
 */
export function launchAll(state: State, now: number): boolean {
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

function launchGroup(state: State, group: LaneGroup, now: number): number {
  const share = shareOf(state.socketLimit.limit, state.groups.length);
  let left = state.quantum;
  for (let i = group.lanes.length; i > 0 && left > 0; i -= 1) {
    const lane = group.lanes.shift();
    if (!lane) break;
    group.lanes.push(lane);
    const started = launchLane(state, lane, Math.min(left, LANE_QUANTUM), share, now);
    left -= started;
    // The lane that took the last token or descriptor is now last, and the next tick starts with
    // the next lane.
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
