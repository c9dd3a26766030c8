import { taskRemediations } from '../../reports/present/remediations.js';
import { readReportModel } from '../../reports/render-worker/render.js';
import type { ListText } from '../../vulnerabilities/lists/lists.js';
import type { FleetAnswers } from '../messages.js';

interface TaskSources {
  files: { database: string; knowledge: string };
  now: number;
  staleDays: number;
}

/**
 * Returns a page of what to do about the findings of one task as JSON, highest risk first: with the acceptances that
 * applied when it finished.
 */
export function remediationsOfTask(
  { taskId, templateId, rows: { limit, offset } }: FleetAnswers['task']['query'],
  sources: TaskSources,
): ListText {
  const { diffs, presentFinding } = readReportModel({
    ...sources,
    kind: 'task-report',
    templateId,
    upTo: taskId,
    since: taskId,
    last: 1,
    withHidden: false,
    minSeverity: null,
    withOpen: false,
  });
  const all = taskRemediations(diffs[0]?.new ?? [], presentFinding);
  return { items: JSON.stringify(all.slice(offset, offset + limit)), total: all.length };
}
