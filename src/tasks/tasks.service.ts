import type { Context } from '../context.js';
import type { Db } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import * as repository from './tasks.repository.js';
import type { TaskResponse, TaskListQuery } from './tasks.schemas.js';

type Needs = Pick<Context, 'database' | 'engine'>;

/** 404 when there is none. */
export const getTask = ({ database }: Pick<Needs, 'database'>, id: number): Promise<TaskResponse> =>
  requireTask(database.db, id);

async function requireTask(db: Db, id: number): Promise<TaskResponse> {
  const task = await repository.findTask(db, id);
  if (!task) throw notFound('task', id);
  return task;
}

export const listTasks = (
  { database: { db } }: Pick<Needs, 'database'>,
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
export async function deleteTask({ database }: Pick<Needs, 'database'>, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const task = await requireTask(trx, id);
    if (task.status === 'working')
      throw new AppError('task_working', `The task ${id} is still working; stop it first`);
    await repository.deleteTaskRow(trx, id);
  });
}
