import type { Database, Db } from '../database/database.js';
import { taskNumber } from '../tasks/tasks.start.js';
import { selectLastTasks } from './templates.repository.js';
import type { LastTask, Template } from './templates.js';

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
    rows.map(({ templates_id, ...task }) => [
      templates_id,
      { ...task, number_task: taskNumber(task.id) },
    ]),
  );
}
