import { sql } from 'kysely';
import { findNamed } from '../../lib/lists/find-named.js';
import type { Db } from '../database.js';

type NamedTable = 'groups' | 'credentials' | 'notification_channels' | 'templates';

/**
 * Returns the id of another row that has a name, without regard to case; undefined: the name is free. The caller's
 * transaction keeps it free. SQLite folds ASCII letters only, so that all names are read.
 * @param own the row that gets the name, with its name until now: a name that stays is never taken
 */
export async function findTakenName(
  db: Db,
  table: NamedTable,
  name: string,
  own?: { id: number; name: string },
): Promise<number | undefined> {
  if (own?.name === name) return undefined;
  const condition = table === 'templates' ? sql`WHERE shares_name = 0` : sql``;
  const query = sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM ${sql.table(table)} ${condition}`;
  const { rows } = await query.execute(db);
  const others = rows.filter(({ id }) => id !== own?.id);
  return findNamed(others, name, (row) => row.name)[0]?.id;
}
