import type { Database, Db } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import { chunk } from '../lib/collections.js';
import type { TaskEngine } from './engine/engine.js';
import * as repository from './tasks.repository.js';
import type { TaskListQuery, TaskResponse } from './tasks.schemas.js';

export interface TaskDeps {
  database: Database;
  engine: TaskEngine;
}

/** Templates per statement. */
const BATCH_SIZE = 500;

/** 404 for an unknown id. */
export const getTask = (
  { database }: Pick<TaskDeps, 'database'>,
  id: number,
): Promise<TaskResponse> => requireTask(database.db, id);

async function requireTask(db: Db, id: number): Promise<TaskResponse> {
  const task = await repository.findTask(db, id);
  if (!task) throw notFound('task', id);
  return task;
}

export const listTasks = (
  { database: { db } }: Pick<TaskDeps, 'database'>,
  query: TaskListQuery,
): Promise<{ items: TaskResponse[]; total: number }> => repository.selectTasks(db, query);

/** Requests a working task to stop, which it does within a second. 409 if it has finished. */
export async function stopTask(deps: TaskDeps, id: number): Promise<TaskResponse> {
  const task = await getTask(deps, id);
  if (!(await deps.engine.stop(id)))
    throw new AppError('task_finished', `Task ${id} is already ${task.status}`);
  return getTask(deps, id);
}

/** Deletes a finished task with its results; later reports are made without it. 409 if it is running. */
export async function deleteTask(
  { database }: Pick<TaskDeps, 'database'>,
  id: number,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const task = await requireTask(trx, id);
    if (task.status === 'working')
      throw new AppError('task_working', `Task ${id} is still running; stop it first`);
    await repository.deleteTaskRow(trx, id);
  });
}

/**
 * Archives every task of these templates, and requests the working ones to stop. Call it in the
 * transaction that deletes the templates, and wake the engine after the commit.
 */
export async function archiveTemplateTasks(trx: Db, templateIds: readonly number[]): Promise<void> {
  for (const batch of chunk(templateIds, BATCH_SIZE)) await repository.archiveTasks(trx, batch);
}

/** Stores the counts of the diffs of tasks. @param counted JSON array of `{task_id, counts}`, with TaskCounts */
export const saveTaskCounts = (trx: Db, counted: string): Promise<void> =>
  repository.saveCounts(trx, counted);
