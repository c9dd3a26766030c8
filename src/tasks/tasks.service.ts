import type { Context } from '../context.js';
import { AppError, notFound } from '../errors.js';
import * as repository from './tasks.repository.js';
import type { TaskResponse, TaskListQuery } from './tasks.schemas.js';

type Needs = Pick<Context, 'db' | 'engine'>;

/** 404 when there is none. */
export async function getTask({ db }: Pick<Needs, 'db'>, id: number): Promise<TaskResponse> {
  const task = await repository.findTask(db, id);
  if (!task) throw notFound('task', id);
  return task;
}

export const listTasks = (
  { db }: Pick<Needs, 'db'>,
  query: TaskListQuery,
): Promise<{ items: TaskResponse[]; total: number }> => repository.selectTasks(db, query);

/** Asks a working task to stop; it does within a second. 409 when it has finished. */
export async function stopTask(ctx: Needs, id: number): Promise<TaskResponse> {
  const task = await getTask(ctx, id);
  if (!(await ctx.engine.stop(id)))
    throw new AppError('task_finished', `The task ${id} is ${task.status} already`);
  return getTask(ctx, id);
}

/** Deletes a finished task with its results; the reports then go on without it. 409 while it works. */
export async function deleteTask({ db }: Pick<Needs, 'db'>, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const task = await getTask({ db: trx }, id);
    if (task.status === 'working')
      throw new AppError('task_working', `The task ${id} is still working; stop it first`);
    await repository.deleteTaskRow(trx, id);
  });
}
