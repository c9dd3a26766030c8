import { isoTime } from '../lib/times.js';
import { pluralize } from '../lib/text.js';
import { missedBetween, nextStart, type ScheduleRule } from './recurrence.js';
import { unitOf } from './units.js';

/**
 * The history record of one due start, or of several missed ones. `code` is stable, `reason` a
 * sentence; both are null for a start in time.
 */
export interface StartRecord {
  dueAt: number;
  result: 'started' | 'skipped' | 'coalesced';
  code: RecordCode | null;
  reason: string | null;
}

type RecordCode = 'late' | 'missed' | 'too_late' | StartBlocker;

/** Why a due start cannot happen. */
export type StartBlocker = 'overlap' | 'no_hosts' | 'too_many_hosts';

/**
 * The decision about a schedule at `now`. `next` is the schedule's new due time (null: nothing more is
 * planned). `history` is oldest first and has at most two records, for any number of missed starts:
 * one for all older ones, under the first of them with their number in `reason`, and one for the newest.
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

/** A start is recorded as late only after this delay: a busy ticker for a moment is not worth a remark. */
const ON_TIME_SECONDS = 5;

const MAX_DELAY_SECONDS = 3_600;
const BLOCKER_TEXTS: Record<StartBlocker, string> = {
  overlap: 'The previous task of the template was still running.',
  no_hosts: 'The template had no hosts.',
  too_many_hosts: 'The template had more hosts than a task can have.',
};

/**
 * Returns how late the newest missed start can be caught up, in seconds: half a period, at most one hour.
 * @internal
 */
export function maxDelay(rule: ScheduleRule): number {
  return Math.min((rule.recurrence * unitOf(rule.type).seconds) / 2, MAX_DELAY_SECONDS);
}

/**
 * Decides about a schedule by its planned start `scheduledTime`: wait if it is in the future, otherwise
 * start once or skip. Several starts may be due (the service was not running, the clock was set forward):
 * only the newest counts, and only within `maxDelay`. `endTime` limits the due times, not the time of the
 * catch-up. After the clock was set back, the caller must plan again with `nextStart`; the uniqueness of
 * due times, not this function, prevents a second start.
 */
export function decideStart(
  rule: ScheduleRule,
  scheduledTime: number,
  now: number,
  zone: string,
  blocker: StartBlocker | null = null,
): StartDecision {
  if (scheduledTime > now) return { action: 'wait' };
  const { dueAt, older, next } = findDue(rule, scheduledTime, now, zone);
  const delay = now - dueAt;
  const newest =
    delay > maxDelay(rule)
      ? skipped(dueAt, 'too_late', tooLateReason(delay, rule))
      : recordOf(dueAt, delay, blocker);
  const isSkipped = newest.result === 'skipped';
  const history = [...recordOlder(scheduledTime, older, isSkipped ? null : dueAt), newest];
  return isSkipped
    ? { action: 'skip', dueAt, next, history }
    : { action: 'start', dueAt, coalesced: older, next, history };
}

/** Nearly always one start is due: then the start after it answers both questions, at a third of the cost. */
function findDue(
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

function recordOf(dueAt: number, delay: number, blocker: StartBlocker | null): StartRecord {
  if (blocker) return skipped(dueAt, blocker, BLOCKER_TEXTS[blocker]);
  if (delay <= ON_TIME_SECONDS) return { dueAt, result: 'started', code: null, reason: null };
  return {
    dueAt,
    result: 'started',
    code: 'late',
    reason: `Started ${duration(delay)} late: the service was not running, or the clock was set forward.`,
  };
}

function skipped(dueAt: number, code: RecordCode, reason: string): StartRecord {
  return { dueAt, result: 'skipped', code, reason };
}

/** @param caughtUpBy the due time of the start that replaces the missed ones; null: none does */
function recordOlder(first: number, count: number, caughtUpBy: number | null): StartRecord[] {
  if (count === 0) return [];
  const missed = count === 1 ? 'This start was missed' : `${count} starts from here were missed`;
  const reason = `${missed}: the service was not running, or the clock was set forward.`;
  if (caughtUpBy === null) return [skipped(first, 'missed', reason)];
  const replacement = `The start due at ${isoTime(caughtUpBy)} replaces ${count === 1 ? 'it' : 'them'}.`;
  return [
    { dueAt: first, result: 'coalesced', code: 'missed', reason: `${reason} ${replacement}` },
  ];
}

const tooLateReason = (delay: number, rule: ScheduleRule): string =>
  `Missed by ${duration(delay)}; missed starts are caught up only within ${duration(maxDelay(rule))}.`;

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

function duration(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= 2 * size || seconds === size);
  const [size, name] = unit ?? [1, 'second'];
  return pluralize(Math.floor(seconds / size), name);
}
