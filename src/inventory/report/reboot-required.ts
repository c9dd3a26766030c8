import {
  compareReleases,
  kernelFlavor,
} from '../../vulnerabilities/matching/packages/kernel-releases.js';
import { readKernels } from '../../vulnerabilities/matching/packages/running-kernel.js';
import type { Package } from '../inventory.js';
import type { RebootHints } from '../parse/reboot.js';
import { kernelPackageVersion, type Uname } from '../parse/uname.js';

/**
 * Whether the host must be rebooted: true when the system says so, or when a newer kernel of the same flavor is
 * installed; false when the running kernel is known to be the newest; null when it is unknown (a container
 * has no kernel).
 */
export function rebootRequired(
  hints: RebootHints | null,
  uname: Uname | null,
  packages: readonly Package[] | null,
): boolean | null {
  if (hints?.flag === true || hints?.needsRestarting === true) return true;
  const newer = newerKernel(hints?.kernels ?? [], uname);
  const replaced = replacedKernel(uname, packages ?? []);
  if (newer === true || replaced === true) return true;
  return newer ?? replaced ?? hints?.needsRestarting ?? null;
}

function newerKernel(kernels: readonly string[], uname: Uname | null): boolean | null {
  if (uname === null) return null;
  const flavor = kernelFlavor(uname.release);
  const hasNewer = kernels.some(
    (kernel) => kernelFlavor(kernel) === flavor && compareReleases(kernel, uname.release) > 0,
  );
  return hasNewer || (kernels.includes(uname.release) ? false : null);
}

/** Whether a package replaces that of the running kernel, by the rules that keep its findings open. */
function replacedKernel(uname: Uname | null, packages: readonly Package[]): boolean | null {
  if (uname === null) return null;
  const version = kernelPackageVersion(uname);
  const running = version === null ? uname.release : `${uname.release} ${version}`;
  const kernels = readKernels(packages, running).all.filter(({ runs }) => runs !== null);
  return kernels.length === 0 ? null : kernels.some(({ next }) => next !== null);
}
