import type { Api } from '../../api/shapes.js';

/** The new findings of a task. */
export type NewCount = NonNullable<NonNullable<Api<'Template'>['last_task']>['new']>;

/** Returns the new findings of a task of a chain; null: the task is not in it. */
export function sumCounts(
  { severities, tasks }: Pick<Api<'ChainCounts'>, 'severities' | 'tasks'>,
  taskId: number,
): NewCount | null {
  const counts = tasks.find(({ task_id }) => task_id === taskId)?.new;
  if (counts === undefined) return null;
  const worst = severities.find((_, i) => (counts[i] ?? 0) > 0) ?? null;
  return { total: counts.reduce((sum, n) => sum + n, 0), worst };
}
