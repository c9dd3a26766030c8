import type { TaskDiff } from '../diff.js';
import type { PresentFinding } from './entry-view.js';

/**
 * What a format is made from. `chain`: the diffs of a template; `step`: that of one task; `found`: all that one task found (as the `new` of a
 * diff without a base). `template`: null where it was deleted. `now`: Unix seconds.
 */
export interface ReportModel {
  about: 'chain' | 'step' | 'found';
  template_id: number;
  template: { name: string; type: string } | null;
  diffs: readonly TaskDiff[];
  tell: PresentFinding;
  now: number;
}

/** `Nightly scan`; `template 3 (deleted)` */
export const reportTitle = ({ template, template_id }: ReportModel): string =>
  template?.name ?? `template ${template_id} (deleted)`;
