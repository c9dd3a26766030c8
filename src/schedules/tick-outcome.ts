import type { StartResult } from '../tasks/tasks.start.js';
import { decideStart, type StartDecision, type StartRecord } from './catch-up.js';
import { ruleOf, type RuleRow } from './schedules.rows.js';

export interface DueRow extends RuleRow {
  template_id: number;
  scheduled_time: number;
}

/** What a tick writes about one schedule. `started`: its task's id. */
export interface TickOutcome {
  template_id: number;
  next: number;
  started: number | null;
  history: StartRecord[];
}

/**
 * What becomes of a due schedule once it is known whether its start could be made.
 * @param result what starting the task gave; null when there was nothing to start
 */
export function tickOutcome(
  row: DueRow,
  decision: StartDecision,
  result: StartResult | null,
  now: number,
  zone: string,
): TickOutcome {
  const { template_id } = row;
  if (decision.action === 'wait')
    return { template_id, next: row.scheduled_time, started: null, history: [] };
  const next = decision.next ?? 0;
  if (result === null)
    return {
      template_id,
      next,
      started: null,
      history: decision.action === 'skip' ? decision.history : [],
    };
  if ('task_id' in result)
    return { template_id, next, started: result.task_id, history: decision.history };
  switch (result.refused) {
    case 'overlap':
    case 'no_hosts':
    case 'too_many_hosts':
      return {
        template_id,
        next,
        started: null,
        history: historyOf(decideStart(ruleOf(row), row.scheduled_time, now, zone, result.refused)),
      };
    case 'already_started': // the clock was set back: this start has its fate
    case 'no_template':
      return { template_id, next, started: null, history: [] };
  }
}

const historyOf = (decision: StartDecision): StartRecord[] =>
  decision.action === 'wait' ? [] : decision.history;
