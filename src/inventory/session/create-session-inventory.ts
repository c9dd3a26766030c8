import type { CredentialDeps } from '../../credentials/credentials.service.js';
import type { Database } from '../../database/database.js';
import { createPeerQueue } from '../../platform/net/peer-queue.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import type { LoginPorts } from '../../platform/net/login-ports.js';
import { agentScript } from '../../platform/process/collector.js';
import type { TaskType } from '../../tasks/task-type.js';
import { createImports } from '../imports.statements.js';
import type { Inventories } from '../inventories.service.js';
import { createInventoryType } from '../inventory.type.js';
import { buildLogin } from './login.js';
import type { CollectBySession, SessionOptions } from './session.js';
import type { SessionKeys } from './session-keys.js';
import { collectBySsh } from './session.ssh.js';
import { collectByWinRm } from './session.winrm.js';

interface SessionInventoryDeps extends CredentialDeps {
  database: Database;
  inventories: Pick<Inventories, 'storeReport'>;
}

interface SessionInventoryOptions {
  guard: AddressGuard;
  ports: LoginPorts;
  keys: SessionKeys;
  /** whether the key of a host without a pinned key is trusted */
  trustOnFirstUse: boolean;
}

/** Wires the task type `inventory`: collects by SSH or WinRM sessions, or takes imported reports. */
export function createSessionInventory(
  deps: SessionInventoryDeps,
  { guard, ports, keys, trustOnFirstUse }: SessionInventoryOptions,
): TaskType {
  return createInventoryType({
    guard,
    imports: createImports(deps.database.sqlite),
    collect: createSessions({
      guard,
      ports,
      keys,
      trustOnFirstUse,
      script: agentScript,
      queue: createPeerQueue(),
    }),
    credential: (credentialId, address, role) =>
      buildLogin({ ...deps, hostKeys: keys }, { credentialId, address, role }),
    storeReport: (hostId, report) =>
      deps.inventories.storeReport(hostId, report, { source: 'session' }),
  });
}

/** @internal */
export const createSessions =
  (options: SessionOptions): CollectBySession =>
  (host, login, signal) =>
    login.type === 'winrm_password'
      ? collectByWinRm(options, host, login, signal)
      : collectBySsh(options, host, login, signal);
