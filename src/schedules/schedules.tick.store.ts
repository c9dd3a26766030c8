import { groupBy } from '../lib/collections.js';
import type { Sqlite } from '../database/sqlite.js';
import type { StartRecord } from './catch-up.js';
import type { DueRow, TickOutcome } from './tick-outcome.js';

const COLUMNS = 'template_id, unit, recurrence, start_time, end_time, scheduled_time';
const DUE = `SELECT ${COLUMNS} FROM schedules WHERE scheduled_time > 0 AND scheduled_time <= ? ORDER BY scheduled_time LIMIT ?`;
const ENABLED = `SELECT ${COLUMNS} FROM schedules WHERE enabled = 1 AND template_id > ? ORDER BY template_id LIMIT ?`;

// What is alike is one statement, with the ids as a JSON array.
const MADE =
  "SELECT h.template_id AS id FROM json_each(@ids) j CROSS JOIN schedule_history h ON h.template_id = j.value AND h.due_at = @due AND h.result = 'started'";
const MOVE =
  'UPDATE schedules SET scheduled_time = @next, last_start = coalesce(@started, last_start) WHERE template_id IN (SELECT value FROM json_each(@ids))';

// A fate that was written in a future which did not come (the clock was set back) gives way to what
// really happened; a start never does.
const INTO_HISTORY =
  'INSERT INTO schedule_history (template_id, due_at, result, reason, detail, task_id, recorded_at)';
const UNLESS_STARTED = `ON CONFLICT (template_id, due_at) DO UPDATE SET result = excluded.result, reason = excluded.reason, detail = excluded.detail,
  task_id = excluded.task_id, recorded_at = excluded.recorded_at WHERE schedule_history.result <> 'started'`;
const STARTED = `${INTO_HISTORY} SELECT k.templates_id, k.scheduled_for, 'started', @code, @reason, k.id, @now FROM json_each(@ids) j CROSS JOIN tasks k ON k.id = j.value WHERE true ${UNLESS_STARTED}`;
const NOT_STARTED = `${INTO_HISTORY} SELECT j.value, @due, @result, @code, @reason, NULL, @now FROM json_each(@ids) j WHERE true ${UNLESS_STARTED}`;

type Row = [number, number, number, number, number | null, number];
interface Made {
  template_id: number;
  task: number | null;
  record: StartRecord;
}

/** The statements of the ticker. Each is to be run inside a transaction of this database. */
export function createTickStore(sqlite: Sqlite) {
  const due = sqlite.prepare<[number, number], Row>(DUE).raw();
  const enabled = sqlite.prepare<[number, number], Row>(ENABLED).raw();
  const made = sqlite.prepare<[object], { id: number }>(MADE);
  const move = sqlite.prepare(MOVE);
  const started = sqlite.prepare(STARTED);
  const notStarted = sqlite.prepare(NOT_STARTED);

  const record = (fates: readonly TickOutcome[], now: number) => {
    const records = fates.flatMap((f) =>
      f.history.map((r): Made => ({
        template_id: f.template_id,
        task: r.result === 'started' ? f.started : null,
        record: r,
      })),
    );
    for (const group of groupBy(records, ({ task, record: r }) =>
      task === null ? `${r.result} ${r.dueAt} ${r.code} ${r.reason}` : `${r.code} ${r.reason}`,
    )) {
      const { dueAt, result, code, reason } = (group[0] as Made).record;
      if (group[0]?.task === null)
        notStarted.run({
          ids: idsOf(group, (m) => m.template_id),
          due: dueAt,
          result,
          code,
          reason,
          now,
        });
      else started.run({ ids: idsOf(group, (m) => m.task), code, reason, now });
    }
  };
  const moveTo = (
    fates: readonly Pick<TickOutcome, 'template_id' | 'next' | 'started'>[],
    now: number,
  ) => {
    for (const group of groupBy(fates, (f) => `${f.next} ${f.started === null}`)) {
      move.run({
        ids: idsOf(group, (f) => f.template_id),
        next: group[0]?.next,
        started: group[0]?.started === null ? null : now,
      });
    }
  };
  return {
    due: (now: number, limit: number) => due.all(now, limit).map(dueRow),
    enabledAfter: (templateId: number, limit: number) => enabled.all(templateId, limit).map(dueRow),
    /** the templates whose start at this due time has been made already */
    made: (dueAt: number, templateIds: readonly number[]) =>
      made.all({ ids: JSON.stringify(templateIds), due: dueAt }).map((row) => row.id),
    /** moves schedules to their next start, and writes what became of this one */
    write(fates: readonly TickOutcome[], now: number): void {
      moveTo(fates, now);
      record(fates, now);
    },
    plan: (times: readonly { template_id: number; next: number }[]) =>
      moveTo(
        times.map((t) => ({ ...t, started: null })),
        0,
      ),
  };
}

export type TickStore = ReturnType<typeof createTickStore>;

function dueRow([
  template_id,
  unit,
  recurrence,
  start_time,
  end_time,
  scheduled_time,
]: Row): DueRow {
  return { template_id, unit, recurrence, start_time, end_time, scheduled_time };
}

const idsOf = <T>(group: readonly T[], idOf: (item: T) => number | null): string =>
  JSON.stringify(group.map(idOf));
