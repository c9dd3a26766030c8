import { type ChainTask, drawChain } from '../../pictures/chain-picture.js';
import { toFigure } from '../../pictures/figure.js';
import { toMarkup } from '../../pictures/picture-node.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { TaskDiff } from '../diff.js';
import { dateText } from '../present/text.js';
import { escapeHtml } from './html.tables.js';

/** `fontSize`: on narrow screens, where the drawing is small and its texts are large. */
const SIZE = { width: 960, fontSize: 22 };

/** Renders the open findings of the tasks of a chain, oldest first, as a figure with a table. */
export const renderChain = (diffs: readonly TaskDiff[]): string =>
  toMarkup(toFigure(drawChain(diffs.map(toChainTask), SIZE)), escapeHtml);

const toChainTask = (diff: TaskDiff): ChainTask => ({
  name: taskNumber(diff.task.id),
  time: dateText(diff.task.finished_at),
  status: diff.task.status,
  open: diff.open,
  added: diff.new.length,
  removed: diff.fixed.length,
  notCompared: new Set(diff.not_compared.map(({ host_id }) => host_id)).size,
  missed: 0,
});
