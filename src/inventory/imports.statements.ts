import type { Sqlite } from '../database/sqlite.js';
import type { Imports } from './inventory.type.js';

export function createImports(sqlite: Sqlite): Imports {
  const latest = sqlite
    .prepare<[number], number | null>('SELECT import_id FROM inventories WHERE host_id = ?')
    .pluck();
  const lastUsed = sqlite
    .prepare<[number, number], number>(
      'SELECT import_id FROM template_imports WHERE template_id = (SELECT templates_id FROM tasks WHERE id = ?) AND host_id = ?',
    )
    .pluck();
  return {
    latest: (hostId) => latest.get(hostId) ?? null,
    lastUsed: (taskId, hostId) => lastUsed.get(taskId, hostId) ?? 0,
  };
}
