import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import { idList } from '../database/missing-ids.js';
import type { CredentialUses } from './credentials.js';

interface UsesRow {
  credential_id: number;
  /** JSON */
  ids: string;
}

/** Returns a function that returns the uses of a credential among `ids`. */
export async function findUses(
  db: Db,
  ids: readonly number[],
): Promise<(id: number) => CredentialUses> {
  const templates = await db
    .selectFrom('templates')
    .select([
      sql<number>`params ->> '$.credential_id'`.as('credential_id'),
      sql<string>`json_group_array(id ORDER BY id)`.as('ids'),
    ])
    .where(sql`params ->> '$.credential_id'`, 'in', idList(ids))
    .groupBy('credential_id')
    .execute();
  const operations = await db
    .selectFrom('agent_operations')
    .select(['credential_id', sql<string>`json_group_array(id ORDER BY id)`.as('ids')])
    .where('status', '=', 'working')
    .where('credential_id', 'in', idList(ids))
    .groupBy('credential_id')
    .execute();
  const idsIn = (rows: readonly UsesRow[], id: number): number[] =>
    JSON.parse(rows.find((row) => row.credential_id === id)?.ids ?? '[]') as number[];
  return (id) => ({ template_ids: idsIn(templates, id), operation_ids: idsIn(operations, id) });
}
