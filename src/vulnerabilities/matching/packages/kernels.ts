import type { MatchablePackage } from '../../facts.js';

/**
 * Returns the source package of a signed kernel. Debian and Ubuntu sign kernels in separate source packages, which
 * no feed covers. The signed kernel is that of the package in the name, in the version of the image; null: not such
 * a source.
 */
export function unsignedSource(source: string): string | null {
  if (/^linux-signed(-(amd64|i386|arm64|armhf|ppc64el|s390x|riscv64))?$/.test(source))
    return 'linux';
  return /^linux-signed-/.test(source) ? source.replace('linux-signed-', 'linux-') : null;
}

/**
 * Whether a package is a kernel image (or its modules) other than the running one; null: it is neither.
 * @param running `uname -r`
 */
export function isInactiveKernel(
  { format, name, version, architecture }: MatchablePackage,
  running: string,
): boolean | null {
  if (!name.startsWith('linux-') && !name.startsWith('kernel')) return null;
  if (format === 'dpkg') {
    const release = /^linux-(?:image|modules)(?:-unsigned|-extra)?-(\d.*?)(?:-unsigned)?$/.exec(
      name,
    )?.[1];
    return release === undefined ? null : release !== running;
  }
  if (format !== 'rpm') return null;
  if (!isRpmKernel(name)) return null;
  const installed = version.replace(/^\d+:/, '');
  // The RHEL family: 5.14.0-427.13.1.el9_4.x86_64(+rt). SUSE: 5.14.21-150500.55.39-default of 5.14.21-150500.55.39.1.
  const active = running.replace(/\+.*$/, '').replace(/-[a-z][a-z_]*$/, '');
  return !(
    active === `${installed}.${architecture ?? ''}` ||
    active === installed ||
    installed.startsWith(`${active}.`)
  );
}

/** Whether an rpm of this name is a kernel or its modules: several versions of it are installed side by side. */
export const isRpmKernel = (name: string): boolean =>
  /^kernel(?:-(?!headers|devel|doc|tools|srpm|abi|macros|source|syms|firmware|debuginfo)[a-z0-9-]+)?$/.test(
    name,
  );
