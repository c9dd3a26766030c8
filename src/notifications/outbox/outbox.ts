import type { Sqlite } from '../../database/sqlite.js';
import type { MissedStart } from '../../schedules/tick-outcome.js';
import { isoTime } from '../../lib/times.js';
import { TASK_EVENTS, type NotificationEvent } from '../events.js';
import { createOutboxStatements } from './outbox.statements.js';

/** Writes the outbox, in the transaction of what is reported: what is said about it is read later. */
export interface Outbox {
  /** A task has ended. `now`: Unix seconds. */
  taskEnded: (taskId: number, now: number) => void;
  /** Due starts of schedules made no task. */
  startsMissed: (missed: readonly MissedStart[], now: number) => void;
  /** A stored vulnerability is known to be exploited now. */
  becameExploited: (vulnerability: string, now: number) => void;
}

const MAX_REASON = 200;
const GATHER_S = 60; // the update of a feed has many vulnerabilities: they are one message

/** Creates the outbox. Call its functions inside a transaction of this database. */
export function createOutbox(sqlite: Sqlite): Outbox {
  const statements = createOutboxStatements(sqlite);
  return {
    taskEnded(taskId, now) {
      const templateId = statements.findTemplate(taskId);
      if (templateId === undefined) return;
      for (const { events, ...rule } of statements.rulesOfTask(taskId, templateId)) {
        const event = (JSON.parse(events) as NotificationEvent[]).find((e) => TASK_EVENTS.has(e));
        if (event) statements.insert({ ...rule, event, taskId, facts: null }, now);
      }
    },
    becameExploited(vulnerability, now) {
      for (const rule of statements.rulesOfEvent('finding.new')) {
        if (statements.addVulnerability({ ...rule, vulnerability }, now)) continue;
        const facts = { count: 0, items: [], vulnerabilities: [vulnerability] };
        const row = { ...rule, event: 'finding.new', taskId: null, facts } as const;
        statements.insert(row, now, now + GATHER_S);
      }
    },
    startsMissed(missed, now) {
      for (const { template_id: id, due_at: dueAt, reason } of missed) {
        const rules = statements.rulesOfTemplate(id, 'schedule.missed');
        if (rules.length === 0) continue;
        const name = statements.findTemplateName(id) ?? `template ${id}`;
        const why = reason === null ? '' : `: ${reason.slice(0, MAX_REASON)}`;
        const facts = { count: 1, items: [{ text: `${name} at ${isoTime(dueAt)}${why}` }] };
        const common = { event: 'schedule.missed', taskId: null, facts } as const;
        for (const { channelId, ruleId } of rules)
          statements.insert({ channelId, ruleId, ...common }, now);
      }
    },
  };
}
