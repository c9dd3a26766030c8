import type { Fact } from '../facts.js';
import { holderName, isRestartable, restartCommand } from './units.js';

type Processes = NonNullable<Fact['basis']['processes']>;
type FactOfProcesses = Pick<Fact, 'package' | 'installed_version' | 'fixed_version' | 'basis'>;

const MAX_NAMES = 5;

/** Returns `nginx, ssh`, or `a, b, c, d, e and 7 more`. */
function holderNames(holders: readonly string[]): string {
  const names = [...new Set(holders.map(holderName))].sort();
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns why a vulnerability whose fix is installed is still open: processes run the code from before. */
export function oldProcessesText(
  { package: name, installed_version: installed, fixed_version: fixed, basis }: FactOfProcesses,
  { version, holders, unseen }: Processes,
): string {
  const change = installed === null ? 'removal' : `change to ${installed}`;
  const verdict =
    fixed === null
      ? 'is affected'
      : `is older than the fixed version ${fixed} for ${basis.scope ?? ''}`;
  const end = installed === null ? '' : ` ${installed} is not affected.`;
  const old = `${name ?? ''} ${version}`;
  if (unseen)
    return (
      `Processes may still run ${old}, which ${verdict}: ` +
      `no inspection of all processes is newer than its ${change}.${end}`
    );
  const run = holders.length === 1 ? 'runs' : 'run';
  return (
    `${holderNames(holders)} still ${run} code of ${name ?? ''} from before its ${change}. ` +
    `The version before, ${version}, ${verdict}.${end}`
  );
}

/** Whether a restart of services ends the old code; false: only a reboot is sure to. */
export const canRestart = ({ holders }: Processes): boolean => holders.every(isRestartable);

/** Returns what ends the old code: a command, or a sentence. */
export function restartRemedy(processes: Processes): string {
  if (processes.unseen)
    return 'Restart the services that use it, or reboot, and collect an inventory as root.';
  return canRestart(processes) ? (restartCommand(processes.holders) ?? 'reboot') : 'reboot';
}

/** Returns `Restart nginx, ssh to run the installed versions`. */
export const restartTitle = (all: readonly Processes[]): string =>
  all.some(({ unseen }) => unseen)
    ? 'Restart the services that may run replaced packages: an inspection of their processes is missing'
    : `Restart ${holderNames(all.flatMap(({ holders }) => holders))} to run the installed versions`;

/** Returns `Reboot to end old code: dbus, bash of alice cannot be restarted alone`. */
export function rebootForProcesses(all: readonly Processes[]): string {
  const holders = all.flatMap((one) => one.holders).filter((one) => !isRestartable(one));
  return `Reboot to end old code: ${holderNames(holders)} cannot be restarted alone`;
}
