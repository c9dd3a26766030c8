import type { Package } from '../inventory.js';
import {
  compareReleases,
  kernelFlavor,
} from '../../vulnerabilities/matching/packages/kernel-releases.js';
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
  const rebuilt = rebuiltKernel(uname, packages ?? []);
  if (newer === true || rebuilt === true) return true;
  return newer ?? rebuilt ?? hints?.needsRestarting ?? null;
}

function newerKernel(kernels: readonly string[], uname: Uname | null): boolean | null {
  if (uname === null) return null;
  const flavor = kernelFlavor(uname.release);
  const hasNewer = kernels.some(
    (kernel) => kernelFlavor(kernel) === flavor && compareReleases(kernel, uname.release) > 0,
  );
  return hasNewer || (kernels.includes(uname.release) ? false : null);
}

/** Debian updates a kernel without changing its release name. The version is in the build text and in the package. */
function rebuiltKernel(uname: Uname | null, packages: readonly Package[]): boolean | null {
  const running = uname && kernelPackageVersion(uname);
  if (uname === null || running === null) return null;
  const image = packages.find(
    ({ name }) =>
      name === `linux-image-${uname.release}` || name === `linux-image-${uname.release}-unsigned`,
  );
  return image === undefined ? null : image.version !== running;
}
