import type { Package } from '../inventory.js';
import { compareReleases, flavour } from './kernels.js';
import type { RebootHints } from '../parse/reboot.js';
import type { Uname } from '../parse/uname.js';

/**
 * Must the host be started anew? True when the system says so or a newer kernel of the running kind lies ready; false when the running one
 * is known to be the newest; null when nothing tells (a container has no kernel of its own).
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
  if (uname === null || !kernels.includes(uname.release)) return null;
  const kind = flavour(uname.release);
  return kernels.some(
    (kernel) => flavour(kernel) === kind && compareReleases(kernel, uname.release) > 0,
  );
}

/** Debian updates a kernel under its old release name; the version it was built from stands in the build text, and in the package. */
function rebuiltKernel(uname: Uname | null, packages: readonly Package[]): boolean | null {
  const running = /\bDebian (\S{1,100}) \(/.exec(uname?.build ?? '')?.[1];
  if (uname === null || running === undefined) return null;
  const image = packages.find(
    ({ name }) =>
      name === `linux-image-${uname.release}` || name === `linux-image-${uname.release}-unsigned`,
  );
  return image === undefined ? null : image.version !== running;
}
