import { z } from 'zod';
import { Timestamp } from '../../http/common.js';
import { ServiceAnswer } from '../../services/services.schemas.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { FindingAnswer, NotComparedAnswer, reportedExamples } from '../diff.schemas.js';
import { SEVERITIES, type TaskDiff } from '../diff.js';
import type { Tell } from '../told.js';

/** All that one task found. */
export const FoundAnswer = z.object({
  task_id: z.int(), number_task: z.string(), status: z.enum(['completed', 'failed', 'stopped']), started_at: Timestamp.nullable(), finished_at: Timestamp,
  summary: z.object({ findings: z.int(), accepted: z.int(), services: z.int(), without_result: z.int(), by_severity: z.object(Object.fromEntries(SEVERITIES.map((s) => [s, z.int()])) as Record<(typeof SEVERITIES)[number], z.ZodInt>) }),
  findings: z.array(FindingAnswer), services: z.array(ServiceAnswer.extend({ host_id: z.int(), ip: z.string(), name: z.string() })), without_result: z.array(NotComparedAnswer),
}).meta({ id: 'TaskReport', examples: [{
  task_id: 13, number_task: 'TASK-00013', status: 'completed', started_at: 1_789_990_000, finished_at: 1_789_990_060, findings: [reportedExamples.finding], services: [], without_result: [reportedExamples.withoutResult],
  summary: { findings: 1, accepted: 0, services: 0, without_result: 1, by_severity: Object.fromEntries(SEVERITIES.map((s) => [s, s === 'critical' ? 1 : 0])) as Record<(typeof SEVERITIES)[number], number> },
}] });

/** `{"data": …}`: all that one task found, host by host. */
export function* jsonOfFound(diff: TaskDiff, tell: Tell): Generator<string> {
  const { task, not_compared } = diff;
  const open = diff.new.filter((e) => e.accepted === null);
  const summary = {
    findings: open.length, accepted: diff.new.length - open.length, services: diff.services.opened.length, without_result: not_compared.length,
    by_severity: Object.fromEntries(SEVERITIES.map((s) => [s, open.filter((e) => e.fact.severity === s).length])),
  };
  yield `{"data":${JSON.stringify({ task_id: task.id, number_task: taskNumber(task.id), status: task.status, started_at: task.started_at, finished_at: task.finished_at, summary, without_result: not_compared }).slice(0, -1)},"findings":[`;
  for (const [i, e] of diff.new.entries()) {
    yield (i > 0 ? ',' : '') + JSON.stringify({ ...tell(e.fact), ...e.host, feed_version: e.after?.feed_version ?? null, first_seen: e.first_seen, last_seen: e.last_seen, accepted: e.accepted });
  }
  yield '],"services":[';
  for (const [i, { host, after }] of diff.services.opened.entries()) yield (i > 0 ? ',' : '') + JSON.stringify({ ...host, ...after?.found, first_seen: after?.first_seen, last_seen: after?.last_seen });
  yield ']}}';
}
