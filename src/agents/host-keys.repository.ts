import type { Db } from '../database/database.js';
import type { HostKeyKind, HostKeyTable, PinnedKey } from './agents.table.js';

export type NewHostKey = Pick<HostKeyTable, 'type' | 'fingerprint_sha256'>;

/** Where a key is presented. */
export interface HostKeyPlace {
  address: string;
  port: number;
  kind: HostKeyKind;
}

/** The port of keys that were pinned before the port was stored. */
const ANY_PORT = 0;

const portsOf = ({ port }: HostKeyPlace): number[] => [port, ANY_PORT];

/** Returns the key that is pinned for a place, or null. */
export async function findHostKey(db: Db, place: HostKeyPlace): Promise<PinnedKey | null> {
  const key = await db
    .selectFrom('host_keys')
    .select(['type', 'fingerprint_sha256', 'pinned_at', 'confirmed'])
    .where('address', '=', place.address)
    .where('port', 'in', portsOf(place))
    .where('kind', '=', place.kind)
    .orderBy('port', 'desc')
    .executeTakeFirst();
  return key ? { ...key, confirmed: key.confirmed === 1 } : null;
}

/** Pins a key. A key that is already pinned stays. `now`: Unix seconds. */
export async function insertHostKey(
  db: Db,
  place: HostKeyPlace,
  { type, fingerprint_sha256 }: NewHostKey,
  { confirmed, now }: { confirmed: boolean; now: number },
): Promise<void> {
  const { address, port, kind } = place;
  await db
    .insertInto('host_keys')
    .values({
      address,
      port,
      kind,
      type,
      fingerprint_sha256,
      pinned_at: now,
      confirmed: confirmed ? 1 : 0,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Confirms the pinned key for a credential, if it is this key. */
export async function confirmHostKey(
  db: Db,
  place: HostKeyPlace,
  { type, fingerprint_sha256 }: NewHostKey,
  credentialId: number,
): Promise<void> {
  const confirmed = await db
    .updateTable('host_keys')
    .set({ confirmed: 1 })
    .where('address', '=', place.address)
    .where('port', 'in', portsOf(place))
    .where('kind', '=', place.kind)
    .where('type', '=', type)
    .where('fingerprint_sha256', '=', fingerprint_sha256)
    .returning(['address', 'port', 'kind'])
    .execute();
  for (const key of confirmed)
    await db
      .insertInto('key_confirmations')
      .values({ ...key, credential_id: credentialId })
      .onConflict((c) => c.doNothing())
      .execute();
}

/** Whether this key is pinned for a place, and an admin has logged in there with this credential. */
export async function isKeyConfirmedFor(
  db: Db,
  place: HostKeyPlace,
  { type, fingerprint_sha256 }: NewHostKey,
  credentialId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('host_keys as k')
    .innerJoin('key_confirmations as c', (join) =>
      join
        .onRef('c.address', '=', 'k.address')
        .onRef('c.port', '=', 'k.port')
        .onRef('c.kind', '=', 'k.kind'),
    )
    .select('c.credential_id')
    .where('c.credential_id', '=', credentialId)
    .where('k.address', '=', place.address)
    .where('k.port', 'in', portsOf(place))
    .where('k.kind', '=', place.kind)
    .where('k.type', '=', type)
    .where('k.fingerprint_sha256', '=', fingerprint_sha256)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the pinned key of a place, if there is one. */
export async function deleteHostKey(db: Db, place: HostKeyPlace): Promise<void> {
  await db
    .deleteFrom('host_keys')
    .where('address', '=', place.address)
    .where('port', 'in', portsOf(place))
    .where('kind', '=', place.kind)
    .execute();
}
