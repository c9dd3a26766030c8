import type { Sqlite } from '../database/sqlite.js';
import type { HostResult } from '../tasks/task-type.js';

/** Numbers of imported reports; they only grow. */
export interface Imports {
  /** the newest one of a host; null: none was ever imported */
  newest: (hostId: number) => number | null;
  /** the one that a former task of this task's template took last; 0: none did */
  taken: (taskId: number, hostId: number) => number;
}

export function createImports(sqlite: Sqlite): Imports {
  const newest = sqlite
    .prepare<[number], number | null>('SELECT import_id FROM inventories WHERE host_id = ?')
    .pluck();
  const taken = sqlite
    .prepare<[number, number], number>(
      'SELECT import_id FROM template_imports WHERE template_id = (SELECT templates_id FROM tasks WHERE id = ?) AND host_id = ?',
    )
    .pluck();
  return {
    newest: (hostId) => newest.get(hostId) ?? null,
    taken: (taskId, hostId) => taken.get(taskId, hostId) ?? 0,
  };
}

/** What was imported for a host since the template's previous task. It says nothing about whether the host is up. */
export function importResult(
  { newest, taken }: Imports,
  hostId: number,
  taskId: number,
): HostResult {
  const id = newest(hostId);
  if (id !== null && id > taken(taskId, hostId))
    return {
      outcome: 'done',
      reason: null,
      detail: null,
      reached: false,
      import_id: id,
      packages: true,
    };
  const detail =
    id === null
      ? 'No inventory was ever imported for this host.'
      : "No inventory was imported for this host since the template's previous task.";
  return { outcome: 'no_import', reason: 'nothing_new', detail };
}
