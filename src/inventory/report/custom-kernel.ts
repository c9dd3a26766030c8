import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import {
  isKernelImage,
  kernelPackage,
  parseRunning,
} from '../../vulnerabilities/matching/packages/kernels.js';
import { readKernels } from '../../vulnerabilities/matching/packages/running-kernel.js';

/** Kernels whose packages have other names: `raspberrypi-kernel`, `pve-kernel-6.2`, `kernel6.12`. */
const OTHER_KERNEL = /(?:^|-)kernel(?:-?\d|$)/;
/** Kernels of boards, without a version in their names, and packages that depend on the newest kernel. */
const UNNUMBERED = /^linux-image-[a-z]/;

/**
 * Whether the running kernel is of no package: it is matched with nothing. False for a container, which has no kernel,
 * and where it is not known.
 * @param running `uname -r`, then a space and the version of its Debian package where it is known
 * @param onDisk the releases of the kernels in the file system: a host without kernel packages, but with the files of
 *   its kernel, is no container
 */
export function hasCustomKernel(
  packages: readonly MatchablePackage[],
  running: string,
  onDisk: readonly string[],
): boolean {
  const kernel = parseRunning(running);
  const images = packages.filter(isKernelImage);
  const isOwned = packages.some(
    (pkg) =>
      pkg.name.includes(kernel.release) || (OTHER_KERNEL.test(pkg.name) && !isKernelImage(pkg)),
  );
  if (isOwned) return false;
  if (images.length === 0)
    return onDisk.includes(kernel.release) && !packages.some(({ name }) => UNNUMBERED.test(name));
  return (
    images.every((pkg) => kernelPackage(pkg, kernel)?.isRunning === false) &&
    readKernels(packages, running).all.every(({ runs }) => runs === null)
  );
}
