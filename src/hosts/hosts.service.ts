import type { Context } from '../context.js';
import type { Db } from '../database/database.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, notFound, unknownIds, unknownReference } from '../errors.js';
import * as groups from '../groups/groups.service.js';
import type { HostChange, NewHost } from './hosts.js';
import * as repository from './hosts.repository.js';

type Needs = Pick<Context, 'database' | 'clock'>;

/** Makes the hosts that are not there yet, in one transaction; the others stay as they are. Gives ids, each in ascending order. */
export async function createHosts(
  { database: { db, sqlite }, clock }: Needs,
  hosts: readonly NewHost[],
): Promise<{ created: number[]; existing: number[] }> {
  const byIp = new Map<string, NewHost>();
  for (const host of hosts) if (!byIp.has(host.ip)) byIp.set(host.ip, host); // the first of two wins
  const distinct = [...byIp.values()];
  return db.transaction().execute(async (trx) => {
    const there = new Map(
      (
        await repository.findByIps(
          trx,
          distinct.map((h) => h.ip),
        )
      ).map((h) => [h.ip, h.id]),
    );
    const created = repository.insertHosts(
      sqlite,
      distinct.filter((h) => !there.has(h.ip)),
      clock.now(),
    );
    return { created, existing: [...there.values()] };
  });
}

/** Changes a host; nothing given changes nothing. 404 unknown id, 409 when another host has the address, 422 unknown groups. */
export async function updateHost(
  { database: { db }, clock }: Needs,
  id: number,
  change: HostChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const host = await repository.findHost(trx, id);
    if (!host) throw notFound('host', id);
    if (Object.values(change).every((v) => v === undefined)) return;
    if (change.ip !== undefined && change.ip !== host.ip) await refuseTakenIp(trx, change.ip, id);
    await repository.updateHostRow(trx, id, { ...change, ...followIp(host, change) }, clock.now());
    if (change.group_ids) await groups.setGroupsOfHost(trx, id, change.group_ids, clock.now());
  });
}

// A host that was given no name is called by its address, also after it got another one.
function followIp(host: { ip: string; name: string }, change: HostChange): { name?: string } {
  return change.ip !== undefined && change.name === undefined && host.name === host.ip
    ? { name: change.ip }
    : {};
}

async function refuseTakenIp(db: Db, ip: string, id: number): Promise<void> {
  const [other] = await repository.findByIps(db, [ip]);
  if (other && other.id !== id)
    throw new AppError('ip_taken', `The host ${other.id} has the address ${ip}`, {
      conflict: { id: other.id },
    });
}

/** Deletes hosts, all or none: 404 that lists the ids that are unknown. What tasks found on them stays in their reports; what is done to their agents ends. */
export async function deleteHosts(
  { database: { db }, agentOperations }: Pick<Context, 'database' | 'agentOperations'>,
  ids: readonly number[],
): Promise<void> {
  const ended = await db.transaction().execute(async (trx) => {
    const unknown = await findMissingIds(trx, 'hosts', ids);
    if (unknown.length > 0) throw unknownIds('host', unknown);
    const end = await agentOperations.failForDeletedHosts(trx, ids);
    await repository.deleteHostRows(trx, ids);
    return end;
  });
  ended();
}

/** 404 when there is none. */
export async function requireHost(db: Db, id: number): Promise<void> {
  if (!(await repository.findHost(db, id))) throw notFound('host', id);
}

/** 422 when some of these ids (at `path` of the body) are no hosts. */
export async function requireHosts(db: Db, ids: readonly number[], path: string): Promise<void> {
  const unknown = await findMissingIds(db, 'hosts', ids);
  if (unknown.length > 0) throw unknownReference('host', path, unknown);
}
