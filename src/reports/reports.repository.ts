import type { Db } from '../database/database.js';

export async function templateExists(db: Db, id: number): Promise<boolean> {
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return template !== undefined;
}
