import {
  decideStart,
  type StartBlocker,
  type StartDecision,
  type StartRecord,
} from './catch-up.js';
import { toRule, type RuleRow } from './schedules.rows.js';

export interface DueRow extends RuleRow {
  template_id: number;
  scheduled_time: number;
}

/** The result of starting the task of a schedule. */
export type ScheduledStartResult =
  { task_id: number } | { refused: StartBlocker | 'already_started' | 'no_template' };

export interface ScheduledStartRequest {
  template_id: number;
  trigger: 'schedule';
  scheduled_for: number;
  login_role: 'admin';
}

/** Starts tasks inside the caller's transaction, and returns the results in the order of the requests. */
export type StartScheduledTasks = (
  requests: readonly ScheduledStartRequest[],
  now: number,
) => ScheduledStartResult[];

/** The writes of a tick for one schedule. `started`: the id of its task. */
export interface TickOutcome {
  template_id: number;
  next: number;
  started: number | null;
  history: StartRecord[];
}

/** A due start that made no task. `reason`: a sentence, or null. */
export interface MissedStart {
  template_id: number;
  due_at: number;
  reason: string | null;
}

/** Returns the due starts that made no task. */
export const missedStarts = (outcomes: readonly TickOutcome[]): MissedStart[] =>
  outcomes.flatMap(({ template_id, history }) =>
    history
      .filter(({ result }) => result !== 'started')
      .map(({ dueAt, reason }) => ({ template_id, due_at: dueAt, reason })),
  );

/**
 * Returns the outcome of a due schedule.
 * @param result of starting its task; null if there was nothing to start
 */
export function tickOutcome(
  row: DueRow,
  decision: StartDecision,
  result: ScheduledStartResult | null,
  now: number,
  zone: string,
): TickOutcome {
  const { template_id } = row;
  if (decision.action === 'wait')
    return { template_id, next: row.scheduled_time, started: null, history: [] };
  const notStarted = { template_id, next: decision.next ?? 0, started: null };
  if (result === null)
    return { ...notStarted, history: decision.action === 'skip' ? decision.history : [] };
  if ('task_id' in result)
    return { ...notStarted, started: result.task_id, history: decision.history };
  switch (result.refused) {
    case 'overlap':
    case 'no_hosts':
    case 'too_many_hosts':
      return { ...notStarted, history: blockedHistory(row, result.refused, now, zone) };
    case 'already_started': // the clock was set back: this start has its record
    case 'no_template':
      return { ...notStarted, history: [] };
  }
}

function blockedHistory(
  row: DueRow,
  blocker: StartBlocker,
  now: number,
  zone: string,
): StartRecord[] {
  const decision = decideStart(toRule(row), row.scheduled_time, now, zone, blocker);
  return decision.action === 'wait' ? [] : decision.history;
}
