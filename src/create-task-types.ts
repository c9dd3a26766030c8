import type { Context } from './context.js';
import { createAgentInventoryType } from './inventory/agent-inventory.type.js';
import { createSessionInventory } from './inventory/session/create-session-inventory.js';
import type { CloseStack } from './lib/close-stack.js';
import { createPentest } from './pentest/create-pentest.js';
import { createGuard } from './platform/net/address-guard.js';
import { loginPortsOf, type LoginPorts } from './platform/net/login-ports.js';
import type { TaskType } from './tasks/task-type.js';

type TaskTypeDeps = Pick<
  Context,
  'clock' | 'config' | 'database' | 'hostKeys' | 'inventories' | 'log' | 'vault'
>;

/** Creates the types of tasks. A new type is a line in the list that it returns. */
export function createTaskTypes(
  deps: TaskTypeDeps,
  hub: Context['hub'],
  { loginPorts }: { loginPorts?: LoginPorts },
  onClose: CloseStack,
): readonly TaskType[] {
  const { config, clock } = deps;
  const { SCAN_ALLOW: allow, SCAN_DENY: deny, MAX_PORTS_PER_TEMPLATE: maxPorts } = config;
  const guard = createGuard(allow, deny);
  const pentest = createPentest({ allow, deny, clock, maxPorts });
  onClose.add(() => pentest.close());
  const sessionInventory = createSessionInventory(deps, {
    guard,
    ports: loginPorts ?? loginPortsOf(config),
    keys: deps.hostKeys,
    trustOnFirstUse: config.TRUST_ON_FIRST_USE,
  });
  return [pentest.type, createAgentInventoryType({ hub }), sessionInventory];
}
