import type { ChainTask } from '../../../pictures/chain-picture.js';
import { SEVERITIES } from '../../../knowledge/records.js';
import type { Api } from '../../api/shapes.js';
import type { ComparedTasks } from './compare-choice.js';

type Chain = Api<'ChainCounts'>;

/** How the picture writes a time, and where a column leads. */
export interface ChainTexts {
  timeText: (at: number) => string;
  hrefOf: (taskId: number) => string;
  compared?: ComparedTasks;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

/** Returns the columns of the picture: a finished task each, with the starts that were missed before it. */
export function chainTasks(chain: Chain, texts: ChainTexts): ChainTask[] {
  const places = SEVERITIES.map((name) => chain.severities.indexOf(name));
  return chain.tasks.map((task) => ({
    name: task.number_task,
    time: texts.timeText(task.finished_at ?? 0),
    status: task.status,
    open: isCompared(task) ? places.map((place) => task.open[place] ?? 0) : null,
    added: sumOf(task.new),
    removed: sumOf(task.fixed),
    notCompared: task.not_compared,
    missed: task.missed_starts ?? 0,
    href: texts.hrefOf(task.task_id),
    ...choiceOf(task.task_id, texts.compared),
  }));
}

function choiceOf(id: number, compared: ComparedTasks | undefined): Pick<ChainTask, 'choice'> {
  if (id === compared?.task) return { choice: 'shown' };
  return id === compared?.base ? { choice: 'base' } : {};
}

/** A task that checked no host, and knows of no open finding, is a gap: zero would mean that all is well. */
const isCompared = ({ hosts_checked, open }: Chain['tasks'][number]): boolean =>
  hosts_checked > 0 || sumOf(open) > 0;
