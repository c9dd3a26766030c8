import { CAUSES } from '../../vulnerabilities/ledger/cause.js';
import { countSeverities } from '../../vulnerabilities/severity.js';
import type { ReportEntry, TaskDiff } from '../diff.js';

/**
 * The counts of a diff. `open`, `new`, `fixed`: in the order of SEVERITIES; `…_by_cause`: in the order of CAUSES.
 * Accepted findings count in `accepted` only.
 */
export interface TaskCounts {
  open: number[];
  new: number[];
  fixed: number[];
  new_by_cause: number[];
  fixed_by_cause: number[];
  accepted: number;
  /** known as closed before: those of a first scan did not open */
  ports_opened: number;
  ports_closed: number;
  not_compared: number;
  hosts: number;
  hosts_checked: number;
}

/** Returns the counts of a diff. */
function countDiff(diff: TaskDiff): TaskCounts {
  const { checkedHosts, notCheckedHosts } = diff.coverage;
  return {
    open: diff.open,
    new: Object.values(countSeverities(diff.new)),
    fixed: Object.values(countSeverities(diff.fixed)),
    new_by_cause: countCauses(diff.new),
    fixed_by_cause: countCauses(diff.fixed),
    accepted: diff.accepted,
    ports_opened: diff.services.opened.filter(({ baseline }) => baseline === null).length,
    ports_closed: diff.services.closed.length,
    not_compared: diff.not_compared.length,
    hosts: checkedHosts + notCheckedHosts,
    hosts_checked: checkedHosts,
  };
}

const countCauses = (entries: readonly ReportEntry[]): number[] =>
  CAUSES.map((cause) => entries.filter((entry) => entry.cause === cause).length);

/** Renders the counts of the diffs of a report as a JSON array of `{task_id, counts}`. */
export function* renderCounts(diffs: readonly TaskDiff[]): Generator<string> {
  yield JSON.stringify(diffs.map((diff) => ({ task_id: diff.task.id, counts: countDiff(diff) })));
}
