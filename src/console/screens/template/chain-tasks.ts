import type { ChainTask } from '../../../pictures/chain-picture.js';
import type { Api } from '../../api/client.js';
import type { ChainData } from './use-chain.js';

const ORDER = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

/** How the picture writes a time, and where a column leads. */
export interface ChainTexts {
  timeText: (at: number) => string;
  hrefOf: (taskId: number) => string;
}

/** Returns the columns of the picture: a finished task each, with the starts that were missed before it. */
export function chainTasks({ tasks, history }: ChainData, texts: ChainTexts): ChainTask[] {
  return tasks.map(({ task_id, number_task, status, finished_at, summary }, i) => ({
    name: number_task,
    time: texts.timeText(finished_at),
    status,
    open: summary.checked_hosts === 0 ? null : ORDER.map((name) => summary.by_severity[name].open),
    added: summary.new,
    removed: summary.fixed,
    notCompared: summary.not_compared,
    missed: i === 0 ? 0 : missedBetween(history, tasks[i - 1]?.finished_at ?? 0, finished_at),
    href: texts.hrefOf(task_id),
  }));
}

const missedBetween = (
  history: readonly Api<'ScheduleHistoryItem'>[],
  from: number,
  to: number,
): number =>
  history.filter(({ result, due_at }) => result !== 'started' && due_at > from && due_at <= to)
    .length;
