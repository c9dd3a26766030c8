import { decideUse } from '../credentials/credential-scope.js';
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
  isKeyConfirmedFor,
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
   * Records the key of a successful login: the first one is pinned. An admin's login confirms it for the credential.
   * @param db a transaction of the caller
   */
  record(login: PlannedLogin, key: NewHostKey, db?: Db): Promise<void>;
  /** Replaces the pinned key by one that an admin gave. It is confirmed for no credential. */
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
      const place = placeOf(address, kind);
      const pinned = await findHostKey(db, place);
      const isConfirmed = async (): Promise<boolean> =>
        pinned !== null && (await isKeyConfirmedFor(db, place, pinned, credentialId));
      const use = await decideUse(db, credentialId, { address, role, isConfirmed });
      return use === 'allowed'
        ? { isAllowed: true, pinned }
        : { isAllowed: false, detail: REFUSALS[use](credentialId, address) };
    },
    async record({ credentialId, address, kind, role }, key, trx = db) {
      const place = placeOf(address, kind);
      if ((await findHostKey(trx, place)) === null)
        await insertHostKey(trx, place, key, { confirmed: false, now: clock.now() });
      if (role === 'admin') await confirmHostKey(trx, place, key, credentialId);
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

const REFUSALS = {
  outside_scope: (credentialId: number, address: string) =>
    `Credential ${credentialId} may not be used on ${address}: the address is not in its scope. ` +
    `An admin can change the scope (PUT /credentials/${credentialId}).`,
  not_confirmed: (credentialId: number, address: string) =>
    `An operator may not use credential ${credentialId} on ${address}: ` +
    'no admin has logged in to this machine with it, and the credential has no scope. ' +
    `An admin can log in with it once, or set its scope (PUT /credentials/${credentialId}).`,
};
