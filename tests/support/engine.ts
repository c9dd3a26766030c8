import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { writeTransaction } from '../../src/database/write-transaction.js';
import {
  createTaskEngine,
  type EngineDeps,
  type TaskEngine,
} from '../../src/tasks/engine/engine.js';
import type { TaskHostTable, TaskTable } from '../../src/tasks/tasks.table.js';
import { createStartTasks } from '../../src/tasks/tasks.start.js';
import { addTemplate, heldClock, NOW } from './database.js';

export const silent = pino({ level: 'silent' });

/** An engine on a held clock that saves progress only when the test calls `flush`. */
export function testEngine(
  options: Pick<EngineDeps, 'database' | 'types'> & Partial<EngineDeps>,
): TaskEngine {
  const engine = createTaskEngine({
    clock: heldClock(),
    log: silent,
    flushMs: 2 ** 30,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

/** Creates a template with these hosts, starts it manually, and returns the task's id. */
export async function addTask(
  database: Database,
  hosts: readonly number[],
  template: { type?: string; params?: unknown } = {},
): Promise<number> {
  const template_id = addTemplate(database, { ...template, hosts });
  const [result] = await writeTransaction(database, () =>
    createStartTasks(database.sqlite, 65_536)(
      [{ template_id, trigger: 'manual', scheduled_for: null, login_role: 'admin' }],
      NOW,
    ),
  );
  if (!result || 'refused' in result) throw new Error(`not started: ${result?.refused}`);
  return result.task_id;
}

type Stored<T> = { [K in keyof T]: T[K] extends { __select__: infer S } ? S : T[K] };
export type TaskRow = Stored<TaskTable> & { percent: number; hosts_done: number };

export function findTaskRow({ sqlite }: Database, id: number): TaskRow {
  return (
    sqlite.prepare<[number], TaskRow>('SELECT * FROM tasks WHERE id = ?').get(id) ?? missing(id)
  );
}

export function listTaskHostRows(
  { sqlite }: Database,
  id: number,
): (Omit<TaskHostTable, 'crashes'> & { crashes: number })[] {
  return sqlite
    .prepare<[number], Omit<TaskHostTable, 'crashes'> & { crashes: number }>(
      'SELECT * FROM task_hosts WHERE task_id = ? ORDER BY host_id',
    )
    .all(id);
}

function missing(id: number): never {
  throw new Error(`no task ${id}`);
}
