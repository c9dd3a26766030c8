import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import type { PresentFinding } from '../present/entry-view.js';

/** `{"data": …}`: all that one task found, host by host. */
export function* renderTaskReportJson(diff: TaskDiff, tell: PresentFinding): Generator<string> {
  const { task, not_compared } = diff;
  const open = diff.new.filter((e) => e.accepted === null);
  const summary = {
    findings: open.length,
    accepted: diff.new.length - open.length,
    services: diff.services.opened.length,
    without_result: not_compared.length,
    by_severity: Object.fromEntries(
      SEVERITIES.map((s) => [s, open.filter((e) => e.fact.severity === s).length]),
    ),
  };
  yield `{"data":${JSON.stringify({ task_id: task.id, number_task: taskNumber(task.id), status: task.status, started_at: task.started_at, finished_at: task.finished_at, summary, without_result: not_compared }).slice(0, -1)},"findings":[`;
  for (const [i, e] of diff.new.entries()) {
    yield (
      (i > 0 ? ',' : '') +
      JSON.stringify({
        ...tell(e.fact),
        ...e.host,
        feed_version: e.after?.feed_version ?? null,
        first_seen: e.first_seen,
        last_seen: e.last_seen,
        accepted: e.accepted,
      })
    );
  }
  yield '],"services":[';
  for (const [i, { host, after }] of diff.services.opened.entries())
    yield (
      (i > 0 ? ',' : '') +
      JSON.stringify({
        ...host,
        ...after?.found,
        first_seen: after?.first_seen,
        last_seen: after?.last_seen,
      })
    );
  yield ']}}';
}
