import { isPackageName, removeCommand, upgradeCommand } from './commands.js';
import { restartCommand } from '../old-code/units.js';
import type { PlannedRemediation } from './planned.js';

/**
 * Returns the command of an action on packages; null: without one. A command upgrades to the newest version: where
 * that may be affected again, there is no command.
 */
export function createCommand(planned: PlannedRemediation): string | null {
  const { plan, worst, packages, findings } = planned;
  if (plan.key === 'restart')
    return restartCommand(findings.flatMap(({ basis }) => basis.processes?.holders ?? []));
  const [first] = packages;
  if (worst.origin !== 'package' || !first) return null;
  if (!packages.every(({ name }) => isPackageName(name))) return null;
  const manager = { format: worst.basis.format, ecosystem: worst.basis.scope };
  if (plan.key.startsWith('remove ')) return removeCommand(manager, first);
  if (plan.action !== 'upgrade') return null;
  if (packages.some(({ target }) => (target?.final ?? null) === null)) return null;
  const command = upgradeCommand(manager, packages);
  return plan.key.startsWith('pro ') && command !== null ? `pro attach && ${command}` : command;
}
