import type { Db } from '../database/database.js';
import type { HostKeyKind, PinnedKey } from './agents.table.js';

export type NewHostKey = Pick<PinnedKey, 'type' | 'fingerprint_sha256'>;

/** Returns the pinned key of a host, or null. */
export async function findHostKey(
  db: Db,
  hostId: number,
  kind: HostKeyKind,
): Promise<PinnedKey | null> {
  const key = await db
    .selectFrom('host_keys')
    .select(['type', 'fingerprint_sha256', 'pinned_at'])
    .where('host_id', '=', hostId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return key ?? null;
}

/**
 * Pins the key of a first login. A key that is already pinned stays, and a deleted host is ignored.
 * `now`: Unix seconds.
 */
export async function insertHostKey(
  db: Db,
  hostId: number,
  kind: HostKeyKind,
  { type, fingerprint_sha256 }: NewHostKey,
  now: number,
): Promise<void> {
  await db
    .insertInto('host_keys')
    .columns(['host_id', 'kind', 'type', 'fingerprint_sha256', 'pinned_at'])
    .expression((e) =>
      e
        .selectFrom('hosts')
        .select((h) => [
          'id',
          h.val(kind).as('kind'),
          h.val(type).as('type'),
          h.val(fingerprint_sha256).as('fingerprint_sha256'),
          h.val(now).as('pinned_at'),
        ])
        .where('id', '=', hostId),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Removes a pinned key, if there is one. */
export async function deleteHostKey(db: Db, hostId: number, kind: HostKeyKind): Promise<void> {
  await db.deleteFrom('host_keys').where('host_id', '=', hostId).where('kind', '=', kind).execute();
}
