import type { Sqlite } from '../database/sqlite.js';
import { groupBy } from '../lib/collections.js';
import type { StartRecord } from './catch-up.js';
import type { DueRow, TickOutcome } from './tick-outcome.js';

const COLUMNS = 'template_id, unit, recurrence, start_time, local_time, end_time, scheduled_time';
const DUE = `SELECT ${COLUMNS} FROM schedules
  WHERE scheduled_time > 0 AND scheduled_time <= ? ORDER BY scheduled_time LIMIT ?`;
const ENABLED = `SELECT ${COLUMNS} FROM schedules
  WHERE enabled = 1 AND template_id > ? ORDER BY template_id LIMIT ?`;

// Equal rows are written by one statement, with the ids as a JSON array.
const STARTED_TEMPLATES = `SELECT h.template_id FROM json_each(@ids) j
  CROSS JOIN schedule_history h ON h.template_id = j.value AND h.due_at = @due AND h.result = 'started'`;
const MOVE = `UPDATE schedules SET scheduled_time = @next, last_start = coalesce(@started, last_start)
  WHERE template_id IN (SELECT value FROM json_each(@ids))`;

// A record from a future that did not happen (the clock was set back) is replaced, except a start.
const INTO_HISTORY =
  'INSERT INTO schedule_history (template_id, due_at, result, reason, detail, task_id, recorded_at)';
const UNLESS_STARTED = `ON CONFLICT (template_id, due_at) DO UPDATE SET result = excluded.result, reason = excluded.reason, detail = excluded.detail,
  task_id = excluded.task_id, recorded_at = excluded.recorded_at WHERE schedule_history.result <> 'started'`;
const RECORD_STARTED = `${INTO_HISTORY}
  SELECT k.templates_id, k.scheduled_for, 'started', @code, @reason, k.id, @now
  FROM json_each(@ids) j CROSS JOIN tasks k ON k.id = j.value WHERE true ${UNLESS_STARTED}`;
const RECORD_OTHERS = `${INTO_HISTORY}
  SELECT j.value, @due, @result, @code, @reason, NULL, @now FROM json_each(@ids) j WHERE true ${UNLESS_STARTED}`;

type RawDueRow = [number, number, number, number, string | null, number | null, number];

interface HistoryEntry {
  template_id: number;
  /** null: not started */
  task_id: number | null;
  record: StartRecord;
}

type Move = Pick<TickOutcome, 'template_id' | 'next' | 'started'>;

/** Statements of the ticker, prepared once. They run inside a transaction of this database. */
export function createTickStatements(sqlite: Sqlite) {
  const due = sqlite.prepare<[number, number], RawDueRow>(DUE).raw();
  const enabled = sqlite.prepare<[number, number], RawDueRow>(ENABLED).raw();
  const startedTemplates = sqlite.prepare<[object], number>(STARTED_TEMPLATES).pluck();
  const move = createMove(sqlite);
  const record = createRecord(sqlite);
  return {
    listDue: (now: number, limit: number) => due.all(now, limit).map(toDueRow),
    listEnabledAfter: (templateId: number, limit: number) =>
      enabled.all(templateId, limit).map(toDueRow),
    /** Returns the templates whose start at this due time has already happened. */
    findStarted: (dueAt: number, templateIds: readonly number[]) =>
      startedTemplates.all({ ids: JSON.stringify(templateIds), due: dueAt }),
    /** Moves schedules to their next start, and writes their history. */
    write(outcomes: readonly TickOutcome[], now: number): void {
      move(outcomes, now);
      record(outcomes, now);
    },
    /** Moves schedules to their next start without a start. */
    plan(times: readonly { template_id: number; next: number }[]): void {
      move(
        times.map((time) => ({ ...time, started: null })),
        0,
      );
    },
  };
}

export type TickStatements = ReturnType<typeof createTickStatements>;

function createMove(sqlite: Sqlite) {
  const move = sqlite.prepare(MOVE);
  return (moves: readonly Move[], now: number): void => {
    for (const group of groupBy(moves, (m) => `${m.next} ${m.started === null}`))
      move.run({
        ids: JSON.stringify(group.map((m) => m.template_id)),
        next: group[0]?.next,
        started: group[0]?.started === null ? null : now,
      });
  };
}

function createRecord(sqlite: Sqlite) {
  const recordStarted = sqlite.prepare(RECORD_STARTED);
  const recordOthers = sqlite.prepare(RECORD_OTHERS);
  return (outcomes: readonly TickOutcome[], now: number): void => {
    const entries = outcomes.flatMap(({ template_id, started, history }) =>
      history.map((record): HistoryEntry => {
        const task_id = record.result === 'started' ? started : null;
        return { template_id, task_id, record };
      }),
    );
    for (const group of groupBy(entries, historyKey)) {
      const { task_id, record } = group[0] as HistoryEntry;
      const { dueAt, result, code, reason } = record;
      const ids = JSON.stringify(group.map((e) => (task_id === null ? e.template_id : e.task_id)));
      if (task_id === null) recordOthers.run({ ids, due: dueAt, result, code, reason, now });
      else recordStarted.run({ ids, code, reason, now });
    }
  };
}

const historyKey = ({ task_id, record: { result, dueAt, code, reason } }: HistoryEntry): string =>
  task_id === null ? `${result} ${dueAt} ${code} ${reason}` : `${code} ${reason}`;

function toDueRow(row: RawDueRow): DueRow {
  const [template_id, unit, recurrence, start_time, local_time, end_time, scheduled_time] = row;
  return { template_id, unit, recurrence, start_time, local_time, end_time, scheduled_time };
}
