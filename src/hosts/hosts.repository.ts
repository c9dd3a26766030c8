import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { ipKey, type IpFilter } from './addresses.js';
import { nameKey, type HostChange, type NewHost } from './hosts.js';

export interface HostFilter {
  ip?: IpFilter;
  name?: string;
  group_id?: number;
}

/** Ids of the hosts that have one of these addresses. */
export async function findByIps(
  db: Db,
  ips: readonly string[],
): Promise<{ id: number; ip: string }[]> {
  const list = JSON.stringify(ips);
  return db
    .selectFrom('hosts')
    .select(['id', 'ip'])
    .where('ip', 'in', sql<string>`(SELECT value FROM json_each(${list}))`)
    .orderBy('id')
    .execute();
}

/** Inserts hosts by one statement, however many: twice as fast as one each. Call inside a Kysely transaction. Gives the new ids in order. */
export function insertHosts(sqlite: Sqlite, hosts: readonly NewHost[], now: number): number[] {
  if (hosts.length === 0) return [];
  const rows = JSON.stringify(
    hosts.map((h) => [h.ip, ipKey(h.ip).toString('hex'), h.name, nameKey(h.name), h.description]),
  );
  const last = Number(sqlite.prepare(INSERT).run({ rows, now }).lastInsertRowid);
  return hosts.map((_, i) => last - hosts.length + 1 + i);
}

// AUTOINCREMENT numbers the rows of one INSERT in the order of its SELECT.
const INSERT = `INSERT INTO hosts (ip, ip_key, name, name_key, description, created_at, updated_at)
  SELECT value ->> 0, unhex(value ->> 1), value ->> 2, value ->> 3, value ->> 4, @now, @now FROM json_each(@rows) ORDER BY key`;

export async function updateHostRow(
  db: Db,
  id: number,
  change: HostChange,
  now: number,
): Promise<void> {
  const { ip, name, description } = change;
  await db
    .updateTable('hosts')
    .set({
      ...(ip !== undefined && { ip, ip_key: ipKey(ip) }),
      ...(name !== undefined && { name, name_key: nameKey(name) }),
      ...(description !== undefined && { description }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export const findHost = (
  db: Db,
  id: number,
): Promise<{ id: number; ip: string; name: string } | undefined> =>
  db.selectFrom('hosts').select(['id', 'ip', 'name']).where('id', '=', id).executeTakeFirst();

export async function deleteHostRows(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('hosts')
    .where('id', 'in', sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute();
}
