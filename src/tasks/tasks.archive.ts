import type { Db } from '../database/database.js';

/**
 * Puts every task of these templates into the archive and asks the working ones to stop. Call it in the
 * transaction that deletes
 * the templates, and wake the engine after the commit.
 */
export async function archiveTemplateTasks(trx: Db, templateIds: readonly number[]): Promise<void> {
  for (let i = 0; i < templateIds.length; i += 500) {
    const some = templateIds.slice(i, i + 500);
    await trx
      .updateTable('tasks')
      .set({ stop_requested: 1 })
      .where('templates_id', 'in', some)
      .where('status', '=', 'working')
      .execute();
    await trx
      .updateTable('tasks')
      .set({ archived: 1 })
      .where('templates_id', 'in', some)
      .where('archived', '=', 0)
      .execute();
  }
}
