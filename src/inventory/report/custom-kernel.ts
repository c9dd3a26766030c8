import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import {
  isKernelName,
  kernelPackage,
  parseRunning,
} from '../../vulnerabilities/matching/packages/kernels.js';
import { readKernels } from '../../vulnerabilities/matching/packages/running-kernel.js';

/**
 * Whether the running kernel is of no package, though kernels are installed: it is matched with nothing. False for a
 * container, which has no kernel, and where it is not known.
 * @param running `uname -r`, then a space and the version of its Debian package where it is known
 */
export function hasCustomKernel(packages: readonly MatchablePackage[], running: string): boolean {
  const kernel = parseRunning(running);
  const images = packages
    .filter(({ name }) => isKernelName(name))
    .map((pkg) => kernelPackage(pkg, kernel))
    .filter((one) => one?.isImage === true);
  return (
    images.length > 0 &&
    images.every((one) => one?.isRunning === false) &&
    readKernels(packages, running).all.every(({ runs }) => runs === null)
  );
}
