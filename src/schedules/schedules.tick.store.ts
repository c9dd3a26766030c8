import type { Sqlite } from '../database/sqlite.js';
import type { DueRow, Fate } from './schedules.plan.js';

const DUE = 'SELECT template_id, unit, recurrence, start_time, end_time, scheduled_time FROM schedules WHERE scheduled_time > 0 AND scheduled_time <= ? ORDER BY scheduled_time LIMIT ?';

// A fate that was written in a future which did not come (the clock was set back) gives way to what really happened; a start never does.
// Each thing written is a JSON array of arrays, so that a chunk of schedules is one statement a table.
const RECORD = `INSERT INTO schedule_history (template_id, due_at, result, reason, detail, task_id, recorded_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ? FROM json_each(?) WHERE true
  ON CONFLICT (template_id, due_at) DO UPDATE SET result = excluded.result, reason = excluded.reason, detail = excluded.detail, task_id = excluded.task_id, recorded_at = excluded.recorded_at
  WHERE schedule_history.result <> 'started'`;
const MOVE = 'UPDATE schedules SET scheduled_time = j.value ->> 1, last_start = coalesce(j.value ->> 2, last_start) FROM json_each(?) j WHERE template_id = j.value ->> 0';
const STARTED = "SELECT j.key AS i FROM json_each(?) j CROSS JOIN schedule_history h ON h.template_id = j.value ->> 0 AND h.due_at = j.value ->> 1 AND h.result = 'started'";
const ENABLED = 'SELECT template_id, unit, recurrence, start_time, end_time, scheduled_time FROM schedules WHERE enabled = 1 AND template_id > ? ORDER BY template_id LIMIT ?';

/** The statements of the ticker. Each is to be run inside a transaction of this database. */
export function createTickStore(sqlite: Sqlite) {
  const due = sqlite.prepare<[number, number], DueRow>(DUE);
  const enabled = sqlite.prepare<[number, number], DueRow>(ENABLED);
  const started = sqlite.prepare<[string], { i: number }>(STARTED);
  const record = sqlite.prepare(RECORD);
  const move = sqlite.prepare(MOVE);
  return {
    due: (now: number, limit: number) => due.all(now, limit),
    enabledAfter: (templateId: number, limit: number) => enabled.all(templateId, limit),
    /** places of those due starts that have been made already */
    started: (starts: readonly (readonly [templateId: number, dueAt: number])[]) => new Set(started.all(JSON.stringify(starts)).map((row) => row.i)),
    /** moves schedules to their next start, and writes what became of this one */
    write(fates: readonly Fate[], now: number): void {
      move.run(JSON.stringify(fates.map((f) => [f.template_id, f.next, f.started === null ? null : now])));
      const records = fates.flatMap((f) => f.history.map((h) => [f.template_id, h.dueAt, h.result, h.code, h.reason, h.result === 'started' ? f.started : null]));
      if (records.length > 0) record.run(now, JSON.stringify(records));
    },
    plan: (times: readonly (readonly [templateId: number, next: number])[]) => void move.run(JSON.stringify(times)),
  };
}

export type TickStore = ReturnType<typeof createTickStore>;
