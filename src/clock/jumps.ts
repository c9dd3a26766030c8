import { SECONDS_PER_DAY } from '../lib/times.js';
import type { ClockJumpTable, ClockTable } from './clock.table.js';

/** A jump of the clock. `lag`: seconds of it that retention does not count. */
export type ClockJump = Omit<ClockJumpTable, 'id'>;

/** The observations of the clock. `jumps`: oldest first. */
export interface ClockState extends Omit<ClockTable, 'id'> {
  jumps: readonly ClockJump[];
}

/** Smaller differences are corrections by NTP, or a process that waited. */
const CORRECTION_SECONDS = 60;

/** The longest retention. Older jumps no longer count. */
const MAX_RETENTION_SECONDS = 2 * 366 * SECONDS_PER_DAY;
const MAX_SHOWN = 20;

/** Returns the state at the first reading of a database. */
export const firstState = (now: number): ClockState => ({
  seen_at: now,
  highest: now,
  observed: 0,
  jumps: [],
});

/**
 * Returns the state after a reading of the clock, and the jump that it shows, if any. A jump is a difference of more
 * than a minute from the time that has passed; between two runs, ahead, of more than a day: the service may have been
 * off. A jump ahead beyond the latest time is added to the lag of retention; a jump back is subtracted from it.
 * @param elapsed seconds since the last reading, by a clock that never jumps; null: the first reading of a run
 */
export function lookAt(
  state: ClockState,
  now: number,
  elapsed: number | null,
): { state: ClockState; jump: ClockJump | null } {
  const passed = elapsed ?? 0;
  const observed = state.observed + passed;
  const seconds = now - state.seen_at - passed;
  const plausible = elapsed === null ? SECONDS_PER_DAY : CORRECTION_SECONDS;
  const before = { ...state, observed };
  if (seconds > plausible) {
    const beyond = now - state.highest - passed;
    const jump = { noticed_at: now, seconds, lag: beyond > plausible ? beyond : 0, observed };
    return { state: seen(before, now, [...state.jumps, jump]), jump };
  }
  if (seconds < -CORRECTION_SECONDS) {
    const jump = { noticed_at: now, seconds, lag: 0, observed };
    const { jumps, taken } = reduceLags(state.jumps, -seconds);
    const highest = state.highest - taken;
    return { state: seen({ ...before, highest }, now, [...jumps, jump]), jump };
  }
  return { state: seen(before, now, state.jumps), jump: null };
}

/** Removes seconds from the lags of jumps, newest first. */
function reduceLags(
  jumps: readonly ClockJump[],
  seconds: number,
): { jumps: ClockJump[]; taken: number } {
  let left = seconds;
  const kept = jumps.toReversed().map((jump) => {
    const part = Math.min(jump.lag, left);
    left -= part;
    return { ...jump, lag: jump.lag - part };
  });
  return { jumps: kept.reverse(), taken: seconds - left };
}

function seen(state: ClockState, now: number, jumps: readonly ClockJump[]): ClockState {
  const isNeeded = ({ lag, observed }: ClockJump, i: number): boolean =>
    i >= jumps.length - MAX_SHOWN || (lag > 0 && state.observed - observed < MAX_RETENTION_SECONDS);
  return {
    ...state,
    seen_at: now,
    highest: Math.max(state.highest, now),
    jumps: jumps.every(isNeeded) ? jumps : jumps.filter(isNeeded),
  };
}

/**
 * Returns the time before which data of `days` of retention may be deleted (Unix seconds). The time of a jump ahead
 * counts only after the service has run for the same number of days since: then everything from before it is old
 * enough, by both clocks.
 */
export function deletableBefore({ jumps, observed, seen_at }: ClockState, days: number): number {
  const retention = days * SECONDS_PER_DAY;
  const lag = jumps
    .filter((jump) => observed - jump.observed < retention)
    .reduce((sum, jump) => sum + jump.lag, 0);
  return seen_at - lag - retention;
}
