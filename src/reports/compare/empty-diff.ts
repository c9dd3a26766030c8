import { SEVERITIES } from '../../knowledge/records.js';
import { noCoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import type { ReportTask, TaskDiff } from '../diff.js';

/** Returns a diff without entries. */
export function createEmptyDiff(task: ReportTask, baseTaskId: number | null): TaskDiff {
  return {
    task,
    base_task_id: baseTaskId,
    new: [],
    fixed: [],
    changed: [],
    unchanged: 0,
    accepted: 0,
    not_compared: [],
    moved: [],
    services: { opened: [], closed: [], changed: [] },
    open: SEVERITIES.map(() => 0),
    coverage: {
      checkedHosts: 0,
      notCheckedHosts: 0,
      parts: noCoverageCounts(),
      unansweredAddresses: 0,
      gaps: [],
      feeds: [],
    },
  };
}
