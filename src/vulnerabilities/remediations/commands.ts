import type { Fact } from '../facts.js';
import { dpkgRelease, isKernelName, isRpmKernel, releaseIn } from '../matching/packages/kernels.js';

/** An installed package that a command concerns. */
export interface CommandPackage {
  name: string;
  installed_version: string | null;
}

/** The package manager of a host: the format of its packages, and their ecosystem. */
export interface PackageManager {
  format: string | null;
  ecosystem: string | null;
}

/** Whether a Debian package has the release of its kernel in its name: an upgrade installs another package. */
const isDpkgKernel = (name: string): boolean => isKernelName(name) && releaseIn(name) !== null;

/**
 * Whether a package manager takes a name for nothing but a package: no option, pattern, group or file, and no removal
 * (apt-get removes `name-`). Names come from hosts.
 */
export const isPackageName = (name: string): boolean =>
  /^[A-Za-z0-9](?:[\w.+:@~^-]*[\w.+~^])?$/.test(name);

/**
 * Returns the command that upgrades packages, without a refresh of the package index; null: the package manager is
 * unknown.
 */
export function upgradeCommand(
  { format, ecosystem }: PackageManager,
  packages: readonly CommandPackage[],
): string | null {
  const names = packages.map(({ name }) => name);
  const words = [...new Set(names)].map(shellWord).join(' ');
  if (format === 'dpkg')
    return names.some(isDpkgKernel)
      ? 'apt-get dist-upgrade'
      : `apt-get install --only-upgrade ${words}`;
  if (format === 'apk') return `apk add --upgrade ${words}`;
  // The data about a program does not say which of them the host has.
  if (format !== 'rpm' || ecosystem?.startsWith('cpe:') === true) return null;
  return `${isSuse(ecosystem) ? 'zypper update' : 'dnf upgrade'} ${words}`;
}

/** Returns the command that removes a kernel that is not running. An update does not replace it. */
export function removeCommand(
  { format, ecosystem }: PackageManager,
  { name, installed_version }: CommandPackage,
): string {
  if (format === 'dpkg') return `apt-get purge ${shellWord(name)}`;
  if (format === 'apk') return `apk del ${shellWord(name)}`;
  const exact = shellWord(`${name}-${(installed_version ?? '').replace(/^\d+:/, '')}`);
  return isSuse(ecosystem) ? `zypper remove ${exact}` : `dnf remove ${exact}`;
}

/** Whether a package is of a kernel, and neither the kernel nor its modules: headers, tools. */
export const isKernelTool = (format: string | null, name: string): boolean =>
  isKernelName(name) &&
  (format === 'rpm' ? !isRpmKernel(name) : format === 'dpkg' && dpkgRelease(name) === null);

/**
 * How a replaced version of a kernel package, which no upgrade changes, ends: `remove` it; or `reboot` first, where it
 * may run. null: it is of no kernel, or an upgrade replaces it.
 */
export function endOfReplaced({
  package: name,
  basis,
}: Pick<Fact, 'package' | 'basis'>): 'remove' | 'reboot' | null {
  if (basis.runs_old_code !== undefined) return null;
  if (basis.not_running) return basis.kept ? null : 'remove';
  if (basis.next_kernel === undefined) return null;
  return isKernelTool(basis.format, name ?? '') ? 'remove' : 'reboot';
}

/** Returns the command that refreshes the package index before an upgrade; null: the package manager does it. */
export const refreshCommand = ({ format }: PackageManager): string | null =>
  format === 'dpkg' ? 'apt-get update' : null;

/** Whether an upgrade of this package takes effect only after a reboot. */
export const needsReboot = ({ format }: PackageManager, name: string): boolean =>
  (format === 'rpm' && isRpmKernel(name)) || (format === 'dpkg' && dpkgRelease(name) !== null);

const isSuse = (ecosystem: string | null): boolean => /^(SUSE|openSUSE):/.test(ecosystem ?? '');

/**
 * Returns any text as one word of a POSIX shell.
 * @internal
 */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9][\w.+:@~^-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
