import type { TaskDiff } from '../diff.js';
import type { PresentFinding } from './entry-view.js';

/**
 * The content of a report. `kind`: the diffs of a template (`chain`), the diff of one task
 * (`task-diff`), or everything that one task found (`task-report`: the `new` of a diff without a
 * baseline). `template`: null if it was deleted. `now`: Unix seconds.
 */
export interface ReportModel {
  kind: 'chain' | 'task-diff' | 'task-report';
  template_id: number;
  template: { name: string; type: string } | null;
  diffs: readonly TaskDiff[];
  presentFinding: PresentFinding;
  now: number;
}

/** Returns `Nightly scan`, or `template 3 (deleted)`. */
export const reportTitle = ({ template, template_id }: ReportModel): string =>
  template?.name ?? `template ${template_id} (deleted)`;
