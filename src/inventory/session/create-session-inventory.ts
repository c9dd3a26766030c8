import type { CredentialDeps } from '../../credentials/credentials.service.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import type { LoginPorts } from '../../platform/net/login-ports.js';
import { agentScript } from '../../platform/process/collector.js';
import type { TaskType } from '../../tasks/task-type.js';
import { createImports } from '../imports.js';
import { storeReport, type StoreReportDeps } from '../inventories.service.js';
import { createInventoryType } from '../inventory.type.js';
import { buildLogin } from './login.js';
import { createSessions, type HostKeys } from './session.js';

interface SessionInventoryOptions {
  guard: AddressGuard;
  ports: LoginPorts;
  keys: HostKeys;
  /** whether the key of a host without a pinned key is trusted */
  trustOnFirstUse: boolean;
}

/** Wires the task type `inventory`: collects by SSH or WinRM sessions, or takes imported reports. */
export function createSessionInventory(
  deps: StoreReportDeps & CredentialDeps,
  { guard, ports, keys, trustOnFirstUse }: SessionInventoryOptions,
): TaskType {
  return createInventoryType({
    guard,
    imports: createImports(deps.database.sqlite),
    collect: createSessions({ guard, ports, keys, trustOnFirstUse, script: agentScript }),
    credential: (id) => buildLogin(deps, id),
    storeReport: (hostId, report) => storeReport(deps, hostId, report, { source: 'session' }),
  });
}
