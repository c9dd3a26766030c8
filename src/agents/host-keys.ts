import { isCredentialAllowed } from '../credentials/credential-scope.js';
import type { Database, Db } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import type { LoginPorts } from '../platform/net/login-ports.js';
import type { LoginRole } from '../tokens/tokens.js';
import type { HostKeyKind, PinnedKey } from './agents.table.js';
import {
  confirmHostKey,
  deleteHostKey,
  findHostKey,
  insertHostKey,
  type HostKeyPlace,
  type NewHostKey,
} from './host-keys.repository.js';

/** A login that is about to begin. */
interface PlannedLogin {
  credentialId: number;
  address: string;
  kind: HostKeyKind;
  role: LoginRole;
}

/** Whether a login may begin, and the only key that the host may present; null: none is pinned. */
type LoginPermission =
  { isAllowed: true; pinned: PinnedKey | null } | { isAllowed: false; detail: string };

/**
 * The keys that machines are recognized by, at their addresses and the ports of logins, and who may make
 * the service log in there: docs/decisions/022-credential-scope.md.
 */
export interface HostKeys {
  find(address: string, kind: HostKeyKind): Promise<PinnedKey | null>;
  /** Decides about a login. Connect with the returned key, so that a change meanwhile has no effect. */
  permit(login: PlannedLogin): Promise<LoginPermission>;
  /**
   * Records the key of a successful login: the first one is pinned. An admin's login confirms it.
   * @param db a transaction of the caller
   */
  record(login: Omit<PlannedLogin, 'credentialId'>, key: NewHostKey, db?: Db): Promise<void>;
  /** Replaces the pinned key by one that an admin gave. */
  replace(address: string, kind: HostKeyKind, key: NewHostKey): Promise<PinnedKey | null>;
  forget(address: string, kind: HostKeyKind): Promise<void>;
}

export function createHostKeys(
  { db }: Pick<Database, 'db'>,
  clock: Pick<Clock, 'now'>,
  ports: LoginPorts,
): HostKeys {
  const placeOf = (address: string, kind: HostKeyKind): HostKeyPlace => ({
    address,
    kind,
    port: kind === 'ssh' ? ports.ssh : ports.winrmTls,
  });
  const find: HostKeys['find'] = (address, kind) => findHostKey(db, placeOf(address, kind));
  return {
    find,
    async permit({ credentialId, address, kind, role }) {
      const pinned = await find(address, kind);
      const isConfirmed = pinned?.confirmed === true;
      if (await isCredentialAllowed(db, credentialId, { address, role, isConfirmed }))
        return { isAllowed: true, pinned };
      return { isAllowed: false, detail: refusalText(credentialId, address, kind) };
    },
    async record({ address, kind, role }, key, trx = db) {
      const place = placeOf(address, kind);
      const confirmed = role === 'admin';
      if ((await findHostKey(trx, place)) === null)
        await insertHostKey(trx, place, key, { confirmed, now: clock.now() });
      else if (confirmed) await confirmHostKey(trx, place, key);
    },
    replace: (address, kind, key) =>
      db.transaction().execute(async (trx) => {
        const place = placeOf(address, kind);
        await deleteHostKey(trx, place);
        await insertHostKey(trx, place, key, { confirmed: true, now: clock.now() });
        return findHostKey(trx, place);
      }),
    forget: (address, kind) => deleteHostKey(db, placeOf(address, kind)),
  };
}

function refusalText(credentialId: number, address: string, kind: HostKeyKind): string {
  const key = kind === 'ssh' ? 'SSH host key' : 'WinRM certificate';
  const path = kind === 'ssh' ? 'ssh-host-key' : 'winrm-certificate';
  return (
    `An operator may not use credential ${credentialId} on ${address}: no admin has confirmed its ${key}, ` +
    "and the address is not in the credential's scope. An admin can log in to the host once, " +
    `pin its key (PUT /hosts/{id}/${path}), or set the scope (PUT /credentials/${credentialId}).`
  );
}
