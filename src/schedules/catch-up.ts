import { missedBetween, nextStart, type ScheduleRule } from './recurrence.js';
import { isoTime } from './times.js';
import { unitOf } from './units.js';

/**
 * What became of one due start, or of a run of them. `code` is stable, `reason` a sentence; both null:
 * started in time.
 */
export interface StartRecord {
  dueAt: number;
  result: 'started' | 'skipped' | 'coalesced';
  code: RecordCode | null;
  reason: string | null;
}

export type RecordCode = 'late' | 'missed' | 'too_late' | StartBlocker;

/** What stands in the way of a start that is due. */
export type StartBlocker = 'overlap' | 'no_hosts' | 'too_many_hosts';

/**
 * What to do with a schedule at `now`. `next` is the schedule's new due time (null: nothing more is planned).
 * `history` is oldest first and has at most two records, however many starts were missed: one for all
 * older ones,
 * filed under the first of them with their number in `reason`, and one for the newest.
 */
export type StartDecision =
  | { action: 'wait' }
  | {
      action: 'start';
      dueAt: number;
      coalesced: number;
      next: number | null;
      history: StartRecord[];
    }
  | { action: 'skip'; dueAt: number; next: number | null; history: StartRecord[] };

/** Later than this a start is called late; a ticker that is busy for a moment is not worth a remark. */
export const ON_TIME_SECONDS = 5;

const LONGEST_DELAY_SECONDS = 3_600;
const OBSTACLES: Record<StartBlocker, string> = {
  overlap: "The template's previous task was still working.",
  no_hosts: 'The template had no hosts to scan.',
  too_many_hosts: 'The template had more hosts than a task may have.',
};

/** How late the newest missed start may be to be made up for, in seconds: half a period, at most an hour. */
export function maxDelay(rule: ScheduleRule): number {
  return Math.min((rule.recurrence * unitOf(rule.type).seconds) / 2, LONGEST_DELAY_SECONDS);
}

/**
 * Decides about a schedule whose planned start is `scheduledTime`: wait when that is still to come,
 * else start once or
 * skip. Several starts may be due (the service was down, the clock was set forward): only the newest
 * counts, and only
 * while it is not too late for it. `endTime` limits the due times, not the moment of making up for one.
 * After a clock set back the caller has to plan anew with `nextStart`; a start that happened is kept
 * from happening
 * again by the uniqueness of its due time, not here.
 */
export function decideStart(
  rule: ScheduleRule,
  scheduledTime: number,
  now: number,
  zone: string,
  obstacle: StartBlocker | null = null,
): StartDecision {
  if (scheduledTime > now) return { action: 'wait' };
  const { dueAt, older, next } = dueUpTo(rule, scheduledTime, now, zone);
  const late = now - dueAt;
  const tooLate = late > maxDelay(rule);
  const newest = tooLate
    ? skipped(dueAt, 'too_late', tooLateReason(late, rule))
    : recordOf(dueAt, late, obstacle);
  if (newest.result === 'skipped')
    return {
      action: 'skip',
      dueAt,
      next,
      history: [...olderRecord(scheduledTime, older, null), newest],
    };
  return {
    action: 'start',
    dueAt,
    coalesced: older,
    next,
    history: [...olderRecord(scheduledTime, older, dueAt), newest],
  };
}

// One start is due nearly always: then the start after it answers both questions, at a third of the cost.
function dueUpTo(
  rule: ScheduleRule,
  scheduledTime: number,
  now: number,
  zone: string,
): { dueAt: number; older: number; next: number | null } {
  const second = nextStart(rule, scheduledTime, zone);
  if (second === null || second > now) return { dueAt: scheduledTime, older: 0, next: second };
  const later = missedBetween(rule, second, now, zone);
  return { dueAt: later.newest ?? second, older: later.count, next: nextStart(rule, now, zone) };
}

function recordOf(dueAt: number, late: number, obstacle: StartBlocker | null): StartRecord {
  if (obstacle) return skipped(dueAt, obstacle, OBSTACLES[obstacle]);
  if (late <= ON_TIME_SECONDS) return { dueAt, result: 'started', code: null, reason: null };
  return {
    dueAt,
    result: 'started',
    code: 'late',
    reason: `Started ${duration(late)} late: the service was not running then, or the clock was set forward.`,
  };
}

function skipped(dueAt: number, code: RecordCode, reason: string): StartRecord {
  return { dueAt, result: 'skipped', code, reason };
}

function olderRecord(first: number, count: number, madeUpBy: number | null): StartRecord[] {
  if (count === 0) return [];
  const what =
    count === 1 ? 'This start was missed' : `${count} starts from this one on were missed`;
  const why = `${what}: the service was not running, or the clock was set forward.`;
  if (madeUpBy === null) return [skipped(first, 'missed', why)];
  return [
    {
      dueAt: first,
      result: 'coalesced',
      code: 'missed',
      reason: `${why} The start due at ${isoTime(madeUpBy)} stands for ${count === 1 ? 'it' : 'them'}.`,
    },
  ];
}

function tooLateReason(late: number, rule: ScheduleRule): string {
  return `Missed by ${duration(late)}; a start of this schedule is made up for within ${duration(maxDelay(rule))} only.`;
}

function duration(seconds: number): string {
  const [size, name] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([s]) => seconds >= 2 * s || seconds === s) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
