import { appendChange, type ChangeLog } from '../database/changes/change-events.js';
import type { NamedRows } from '../database/lists/named-list.js';
import type { Database, Db } from '../database/database.js';
import { findTakenName } from '../database/lists/taken-name.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, nameTaken, notFound, unknownIds, unknownReference } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { LoginRole } from '../tokens/tokens.js';
import { assertMayGrow } from './group-growth.js';
import * as repository from './groups.repository.js';
import type { GroupRow } from './groups.repository.js';
import type { GroupPatch } from './groups.schemas.js';

export interface GroupDeps {
  database: Database;
  clock: Clock;
  eventStream: ChangeLog;
}

interface GroupInput {
  name?: string;
  description?: string;
  host_ids?: number[];
}

export const listGroups = (
  { database: { db } }: Pick<GroupDeps, 'database'>,
  page: NamedRows,
): Promise<{ items: GroupRow[]; total: number }> => repository.selectGroups(db, page);

/** Returns the names of groups by id; unknown ones are missing. */
export const namesOfGroups = (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  repository.selectGroupNames(db, ids);

/** Throws 404 for an unknown group. */
export async function getGroup(db: Db, id: number): Promise<GroupRow> {
  const group = await repository.findGroup(db, id);
  if (!group) throw notFound('group', id);
  return group;
}

/** Creates a group. 409 if the name is taken, 422 for unknown hosts. */
export async function createGroup(
  { database: { db }, clock, eventStream }: GroupDeps,
  input: GroupInput & { name: string },
): Promise<GroupRow> {
  return db.transaction().execute(async (trx) => {
    await requireFreeName(trx, input.name);
    const id = await repository.insertGroup(
      trx,
      { name: input.name, description: input.description ?? '' },
      clock.now(),
    );
    if (input.host_ids) await setHosts(trx, id, input.host_ids);
    appendChange(eventStream, 'group.created', [id]);
    return getGroup(trx, id);
  });
}

/**
 * Updates a group; without any field nothing changes. Errors as in `createGroup`, 404, and 403 for hosts
 * that only an admin may add.
 */
export async function updateGroup(
  { database: { db }, clock, eventStream }: GroupDeps,
  id: number,
  { host_ids, ...change }: GroupInput,
  role: LoginRole,
): Promise<GroupRow> {
  return db.transaction().execute(async (trx) => {
    const group = await getGroup(trx, id);
    if (host_ids === undefined && Object.values(change).every((v) => v === undefined)) return group;
    if (change.name !== undefined) await requireFreeName(trx, change.name, group);
    await repository.updateGroupRow(trx, id, change, clock.now());
    if (host_ids) await setHosts(trx, id, host_ids);
    const members = new Set(group.host_ids);
    if (host_ids?.some((host) => !members.has(host))) await assertMayGrow(trx, [id], role);
    appendChange(eventStream, 'group.updated', [id]);
    return getGroup(trx, id);
  });
}

/**
 * Adds hosts to a group, removes others from it and changes the given fields, in one transaction. 404 for the group,
 * 409 if the name is taken, 422 for unknown hosts to add, 403 for hosts that only an admin may add.
 */
export async function patchGroup(
  { database: { db }, clock, eventStream }: GroupDeps,
  id: number,
  { add_host_ids: added = [], remove_host_ids: removed = [], ...change }: GroupPatch,
  role: LoginRole,
): Promise<GroupRow> {
  return db.transaction().execute(async (trx) => {
    const group = await getGroup(trx, id);
    if (change.name !== undefined) await requireFreeName(trx, change.name, group);
    const unknown = await findMissingIds(trx, 'hosts', added);
    if (unknown.length > 0) throw unknownReference('host', '/add_host_ids', unknown);
    const hasGrown = await repository.insertMembers(trx, id, added);
    if (hasGrown) await assertMayGrow(trx, [id], role);
    const hasShrunk = await repository.deleteMembers(trx, id, removed);
    if (!hasGrown && !hasShrunk && Object.values(change).every((v) => v === undefined))
      return group;
    await repository.updateGroupRow(trx, id, change, clock.now());
    appendChange(eventStream, 'group.updated', [id]);
    return getGroup(trx, id);
  });
}

/** Deletes groups, all or nothing; hosts are not deleted. 404 with the unknown ids. */
export async function deleteGroups(
  { database: { db }, eventStream }: Pick<GroupDeps, 'database' | 'eventStream'>,
  ids: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const unknown = await findMissingIds(trx, 'groups', ids);
    if (unknown.length > 0) throw unknownIds('group', unknown);
    await repository.deleteGroupRows(trx, ids);
    appendChange(eventStream, 'group.deleted', [...new Set(ids)]);
  });
}

/**
 * Adds a host to a group; no change if it is in the group already. 404 for either, 403 if only an admin
 * may add it.
 */
export async function addHostToGroup(
  { database: { db }, clock, eventStream }: GroupDeps,
  id: number,
  hostId: number,
  role: LoginRole,
): Promise<GroupRow> {
  return db.transaction().execute(async (trx) => {
    const group = await getGroup(trx, id);
    if ((await findMissingIds(trx, 'hosts', [hostId])).length > 0) throw notFound('host', hostId);
    if (group.host_ids.includes(hostId)) return group;
    await assertMayGrow(trx, [id], role);
    await repository.addHost(trx, id, hostId);
    await repository.touchGroups(trx, [id], clock.now());
    appendChange(eventStream, 'group.updated', [id]);
    return getGroup(trx, id);
  });
}

/** Removes a host from a group. 404 if it is not in the group. */
export async function removeHostFromGroup(
  { database: { db }, clock, eventStream }: GroupDeps,
  id: number,
  hostId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await getGroup(trx, id);
    if (!(await repository.removeHost(trx, id, hostId)))
      throw new AppError('not_found', `Host ${hostId} is not in group ${id}`);
    await repository.touchGroups(trx, [id], clock.now());
    appendChange(eventStream, 'group.updated', [id]);
  });
}

/**
 * Replaces the groups of a host. 422 for unknown groups, 403 for those that only an admin may add hosts to.
 * @param db a transaction of the caller
 */
export async function setGroupsOfHost(
  db: Db,
  hostId: number,
  groupIds: readonly number[],
  { now, role, eventStream }: { now: number; role: LoginRole; eventStream: ChangeLog },
): Promise<void> {
  await requireGroups(db, groupIds, '/group_ids');
  const { removed, added } = await repository.replaceGroupsOfHost(db, hostId, groupIds);
  await assertMayGrow(db, added, role);
  await repository.touchGroups(db, [...removed, ...added], now);
  appendChange(eventStream, 'group.updated', [...removed, ...added]);
}

/** Throws 422 for unknown groups; `path` is the JSON pointer of the ids. */
export async function requireGroups(db: Db, ids: readonly number[], path: string): Promise<void> {
  const unknown = await findMissingIds(db, 'groups', ids);
  if (unknown.length > 0) throw unknownReference('group', path, unknown);
}

async function setHosts(db: Db, id: number, hostIds: readonly number[]): Promise<void> {
  const unknown = await findMissingIds(db, 'hosts', hostIds);
  if (unknown.length > 0) throw unknownReference('host', '/host_ids', unknown);
  await repository.replaceGroupHosts(db, id, hostIds);
}

async function requireFreeName(db: Db, name: string, group?: GroupRow): Promise<void> {
  const other = await findTakenName(db, 'groups', name, group);
  if (other !== undefined) throw nameTaken('group', other);
}
