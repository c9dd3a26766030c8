import type { Database, Db } from '../../database/database.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { selectLastTasks } from '../templates.repository.js';
import type { LastTask, NewFindings, Template } from '../templates.js';

/** Returns the templates with the newest task of each. */
export async function withLastTasks(
  { database: { db } }: { database: Pick<Database, 'db'> },
  templates: readonly Template[],
): Promise<Template[]> {
  const tasks = await readLastTasks(
    db,
    templates.map(({ id }) => id),
  );
  return templates.map((template) => ({
    ...template,
    last_task: tasks.get(template.id) ?? null,
  }));
}

async function readLastTasks(
  db: Db,
  templateIds: readonly number[],
): Promise<Map<number, LastTask>> {
  const rows = await selectLastTasks(db, templateIds);
  return new Map(
    rows.map(({ templates_id, counts, ...task }) => [
      templates_id,
      { ...task, number_task: taskNumber(task.id), new: toNewFindings(counts) },
    ]),
  );
}

/**
 * Returns the new findings of stored counts: `new` has a number for each of SEVERITIES, the highest first.
 * @param counts JSON; null: not stored
 * @internal
 */
export function toNewFindings(counts: string | null): NewFindings | null {
  if (counts === null) return null;
  const { new: numbers } = JSON.parse(counts) as { new: number[] };
  const worst = SEVERITIES.find((_, i) => (numbers[i] ?? 0) > 0) ?? null;
  return { total: numbers.reduce((sum, number) => sum + number, 0), worst };
}
