import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import { nameMatches, nameOrder, type NamedRows } from '../database/lists/named-list.js';
import { idList } from '../database/missing-ids.js';
import { offsetOf } from '../http/common.js';

export interface GroupRow {
  id: number;
  name: string;
  description: string;
  host_ids: number[];
  created_at: number;
  updated_at: number;
}

const selectGroup = (db: Db) =>
  db
    .selectFrom('groups as g')
    .select([
      'g.id',
      'g.name',
      'g.description',
      'g.created_at',
      'g.updated_at',
      sql<string>`(SELECT json_group_array(host_id ORDER BY host_id) FROM group_hosts WHERE group_id = g.id)`.as(
        'host_ids',
      ),
    ]);

const toGroup = (row: Omit<GroupRow, 'host_ids'> & { host_ids: string }): GroupRow => ({
  ...row,
  host_ids: JSON.parse(row.host_ids) as number[],
});

export async function findGroup(db: Db, id: number): Promise<GroupRow | undefined> {
  const row = await selectGroup(db).where('g.id', '=', id).executeTakeFirst();
  return row && toGroup(row);
}

/** Returns the names of groups by id; unknown ones are missing. */
export async function selectGroupNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', 'in', idList(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function selectGroups(
  db: Db,
  page: NamedRows,
): Promise<{ items: GroupRow[]; total: number }> {
  const rows = await selectGroup(db)
    .where(nameMatches(page))
    .orderBy(nameOrder(page))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('groups')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(nameMatches(page))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toGroup), total };
}

export async function insertGroup(
  db: Db,
  group: { name: string; description: string },
  now: number,
): Promise<number> {
  const row = await db
    .insertInto('groups')
    .values({ ...group, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateGroupRow(
  db: Db,
  id: number,
  change: { name?: string; description?: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('groups')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteGroupRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('groups').where('id', 'in', idList(ids)).execute();
}

/** Replaces the hosts of a group. */
export async function replaceGroupHosts(
  db: Db,
  id: number,
  hostIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('group_hosts')
    .where('group_id', '=', id)
    .where('host_id', 'not in', idList(hostIds))
    .execute();
  await sql`INSERT OR IGNORE INTO group_hosts (group_id, host_id) SELECT ${id}, value FROM json_each(${JSON.stringify(hostIds)})`.execute(
    db,
  );
}

/** Replaces the groups of a host. Returns the ids of the groups that lost and gained it. */
export async function replaceGroupsOfHost(
  db: Db,
  hostId: number,
  groupIds: readonly number[],
): Promise<{ removed: number[]; added: number[] }> {
  const removed = await db
    .deleteFrom('group_hosts')
    .where('host_id', '=', hostId)
    .where('group_id', 'not in', idList(groupIds))
    .returning('group_id')
    .execute();
  const { rows: added } = await sql<{
    group_id: number;
  }>`INSERT OR IGNORE INTO group_hosts (group_id, host_id)
    SELECT value, ${hostId} FROM json_each(${JSON.stringify(groupIds)}) WHERE true RETURNING group_id`.execute(
    db,
  );
  return {
    removed: removed.map((r) => r.group_id),
    added: added.map((r) => r.group_id),
  };
}

export async function addHost(db: Db, id: number, hostId: number): Promise<void> {
  await sql`INSERT OR IGNORE INTO group_hosts (group_id, host_id) VALUES (${id}, ${hostId})`.execute(
    db,
  );
}

/** Adds hosts to a group. Returns whether one of them was not in it. */
export async function insertMembers(
  db: Db,
  id: number,
  hostIds: readonly number[],
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`INSERT OR IGNORE INTO group_hosts (group_id, host_id) SELECT ${id}, value FROM json_each(${JSON.stringify(hostIds)})`.execute(
      db,
    );
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/** Removes hosts from a group. Returns whether one of them was in it. */
export async function deleteMembers(
  db: Db,
  id: number,
  hostIds: readonly number[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('group_hosts')
    .where('group_id', '=', id)
    .where('host_id', 'in', idList(hostIds))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns false if the host was not in the group. */
export async function removeHost(db: Db, id: number, hostId: number): Promise<boolean> {
  const result = await db
    .deleteFrom('group_hosts')
    .where('group_id', '=', id)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function touchGroups(db: Db, ids: readonly number[], now: number): Promise<void> {
  await db.updateTable('groups').set({ updated_at: now }).where('id', 'in', idList(ids)).execute();
}

export async function findGroupsOfHost(db: Db, hostId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('group_hosts')
    .select('group_id')
    .where('host_id', '=', hostId)
    .execute();
  return rows.map((r) => r.group_id);
}

/** Takes the rights of an admin from the logins of templates with these groups. */
export async function demoteTemplatesOfGroups(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('templates')
    .set({ login_role: 'operator' })
    .where('login_role', '=', 'admin')
    .where('id', 'in', (e) =>
      e.selectFrom('template_groups').select('template_id').where('group_id', 'in', idList(ids)),
    )
    .execute();
}

/** Takes the rights of an admin from the logins of templates that name this host itself. */
export async function demoteTemplatesOfHost(db: Db, hostId: number): Promise<void> {
  await db
    .updateTable('templates')
    .set({ login_role: 'operator' })
    .where('login_role', '=', 'admin')
    .where('id', 'in', (e) =>
      e.selectFrom('template_hosts').select('template_id').where('host_id', '=', hostId),
    )
    .execute();
}
