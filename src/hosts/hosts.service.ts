import { appendChange, type ChangeLog } from '../database/changes/change-events.js';
import type { Database, Db } from '../database/database.js';
import { findMissingIds } from '../database/missing-ids.js';
import { currentObserver } from '../database/write-transaction.js';
import { AppError, notFound, unknownIds, unknownReference } from '../errors.js';
import { assertMayMove } from '../groups/group-growth.js';
import * as groups from '../groups/groups.service.js';
import { validationFailed } from '../http/zod.js';
import type { Clock } from '../platform/clock.js';
import type { LoginRole } from '../tokens/tokens.js';
import { findNameProblem, mergeHosts } from './host-names.js';
import type { HostChange, NewHost } from './hosts.js';
import * as repository from './hosts.repository.js';

export interface HostDeps {
  database: Database;
  clock: Clock;
  eventStream: ChangeLog;
  /** operations on agents, which end with their host */
  agentOperations: {
    /** call it inside the transaction that deletes the hosts, and its result after the commit */
    failForDeletedHosts: (trx: Db, hostIds: readonly number[]) => Promise<() => void>;
  };
}

/** Returns the names of hosts by id, the address of one without a name; unknown ones are missing. */
export const namesOfHosts = (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  repository.selectHostNames(db, ids);

/**
 * Creates the hosts that do not exist yet, in one transaction; existing ones stay unchanged. An address that only
 * ranges contained is created as a host, and keeps its id. Two hosts with one address are one. Returns
 * ids, each list in ascending order.
 */
export async function createHosts(
  { database: { db }, clock, eventStream }: Pick<HostDeps, 'database' | 'clock' | 'eventStream'>,
  hosts: readonly NewHost[],
): Promise<{ created: number[]; existing: number[] }> {
  const distinct = mergeHosts(hosts);
  const byIp = new Map(distinct.map((host) => [host.ip, host]));
  return db.transaction().execute(async (trx) => {
    const ips = distinct.map((h) => h.ip);
    const stored = await repository.findByIps(trx, ips);
    const storedIps = new Set(stored.map((h) => h.ip));
    const absent = distinct.filter((h) => !storedIps.has(h.ip));
    const inserted = await repository.insertHosts(trx, absent, clock.now());
    const added = stored.flatMap(({ id, ip, unanswered }) => {
      const host = byIp.get(ip);
      return unanswered === 1 && host && host.unanswered !== true ? [{ ...host, id }] : [];
    });
    await repository.addAnsweredHosts(trx, added, clock.now());
    const addedIds = new Set(added.map(({ id }) => id));
    currentObserver()?.created?.([...addedIds]);
    const isHost = (_id: number, i: number): boolean => absent[i]?.unanswered !== true;
    appendChange(eventStream, 'host.created', [...addedIds, ...inserted.filter(isHost)]);
    return {
      created: [...addedIds, ...inserted],
      existing: stored.map(({ id }) => id).filter((id) => !addedIds.has(id)),
    };
  });
}

/**
 * Updates a host; without any field nothing changes. 404 for an unknown id, 400 for another address as its
 * name, 409 if another host has the address, 422 for unknown groups, 403 for a group or an address that
 * only an admin may change.
 */
export async function updateHost(
  { database: { db }, clock, eventStream }: Pick<HostDeps, 'database' | 'clock' | 'eventStream'>,
  id: number,
  change: HostChange,
  { role, nameField }: { role: LoginRole; nameField: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const host = await repository.findHost(trx, id);
    if (!host) throw notFound('host', id);
    if (Object.values(change).every((v) => v === undefined)) return;
    if (change.ip !== undefined && change.ip !== host.ip) {
      await requireFreeIp(trx, change.ip, id);
      await assertMayMove(trx, id, role);
    }
    requireOwnName(host, change, nameField);
    const changes = { ...change, ...nameFollowingIp(host, change) };
    await repository.updateHostRow(trx, id, changes, clock.now());
    appendChange(eventStream, 'host.updated', [id]);
    const by = { now: clock.now(), role, eventStream };
    if (change.group_ids) await groups.setGroupsOfHost(trx, id, change.group_ids, by);
  });
}

/** Throws 400 for a new name that is another address. One that is stored already stays. */
function requireOwnName(
  host: { ip: string; name: string },
  { ip = host.ip, name }: HostChange,
  nameField: string,
): void {
  const message = name === undefined || name === host.name ? null : findNameProblem(name, ip);
  if (message !== null) throw validationFailed([{ in: 'body', path: `/${nameField}`, message }]);
}

// A host without a given name is named by its address, also after the address changes.
function nameFollowingIp(
  host: { ip: string; name: string },
  change: HostChange,
): { name?: string } {
  return change.ip !== undefined && change.name === undefined && host.name === host.ip
    ? { name: change.ip }
    : {};
}

async function requireFreeIp(db: Db, ip: string, id: number): Promise<void> {
  const [other] = await repository.findByIps(db, [ip]);
  if (other && other.id !== id)
    throw new AppError('ip_taken', `IP address ${ip} is assigned to host ${other.id}`, {
      conflict: { id: other.id },
    });
}

/**
 * Deletes hosts, all or nothing: 404 with the list of unknown ids. Task reports keep the results of the
 * hosts; running operations on their agents end.
 */
export async function deleteHosts(
  {
    database: { db },
    agentOperations,
    eventStream,
  }: Pick<HostDeps, 'database' | 'agentOperations' | 'eventStream'>,
  ids: readonly number[],
): Promise<void> {
  const afterCommit = await db.transaction().execute(async (trx) => {
    const unknown = await findMissingIds(trx, 'hosts', ids);
    if (unknown.length > 0) throw unknownIds('host', unknown);
    const endOperations = await agentOperations.failForDeletedHosts(trx, ids);
    await repository.deleteHostRows(trx, ids);
    appendChange(eventStream, 'host.deleted', [...new Set(ids)]);
    return endOperations;
  });
  afterCommit();
}

/** Throws 404 for an unknown host. */
export async function requireHost(db: Db, id: number): Promise<void> {
  if (!(await repository.findHost(db, id))) throw notFound('host', id);
}

/** Throws 422 for unknown hosts; `path` is the JSON pointer of the ids. */
export async function requireHosts(db: Db, ids: readonly number[], path: string): Promise<void> {
  const unknown = await findMissingIds(db, 'hosts', ids);
  if (unknown.length > 0) throw unknownReference('host', path, unknown);
}
