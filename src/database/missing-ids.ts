import { sql } from 'kysely';
import type { Db } from './database.js';

/** Returns the ids that do not exist in a table, in the order of `ids`. */
export async function findMissingIds(
  db: Db,
  table: 'credentials' | 'groups' | 'hosts' | 'templates',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT value AS id FROM json_each(${JSON.stringify(ids)}) WHERE value NOT IN (SELECT id FROM ${sql.table(table)}) ORDER BY key`.execute(
    db,
  );
  return rows.map((r) => r.id);
}

/** Returns a subquery with the ids: one parameter, however many there are. */
export const idList = <T extends number | string>(ids: readonly T[]) =>
  sql<T>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
