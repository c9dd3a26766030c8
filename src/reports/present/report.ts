import type { Severity } from '../../knowledge/records.js';
import type { OpenFinding, TaskDiff } from '../diff.js';
import type { PresentFinding } from './entry-view.js';
import type { ListedEntries } from './listing.js';

/**
 * The content of a report. `kind`: the diffs of a template (`chain`), the diff of one task
 * (`task-diff`), or everything that one task found (`task-report`: the `new` of a diff without a
 * baseline). `template`: null if it was deleted. `now`: Unix seconds. `open`: the open findings of the newest task,
 * accepted ones included; null: the form does not show them. `minSeverity`: less severe findings are not listed; null:
 * all are.
 */
export interface ReportModel {
  kind: 'chain' | 'task-diff' | 'task-report';
  template_id: number;
  template: { name: string; type: string } | null;
  diffs: readonly TaskDiff[];
  open: readonly OpenFinding[] | null;
  minSeverity: Severity | null;
  /** Returns the entries of a diff that are listed, highest risk first. */
  list: (diff: TaskDiff) => ListedEntries;
  presentFinding: PresentFinding;
  now: number;
}

/** Returns `Nightly scan`, or `template 3 (deleted)`. */
export const reportTitle = ({ template, template_id }: ReportModel): string =>
  template?.name ?? `template ${template_id} (deleted)`;
