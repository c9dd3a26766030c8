import type { MatchablePackage } from '../../facts.js';

/** Debian and Ubuntu sign kernels in a source package of its own, which no data are about: the signed kernel is that of the package it is named for, in the version that the image itself bears. */
export function unsignedSource(source: string): string | null {
  if (/^linux-signed(-(amd64|i386|arm64|armhf|ppc64el|s390x|riscv64))?$/.test(source))
    return 'linux';
  return /^linux-signed-/.test(source) ? source.replace('linux-signed-', 'linux-') : null;
}

/** Is this an image of a kernel (or its modules) other than the running one? Null where the package is none. @param running `uname -r` */
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
  const bare = version.replace(/^\d+:/, '');
  // The RHEL family: 5.14.0-427.13.1.el9_4.x86_64(+rt); SUSE: 5.14.21-150500.55.39-default of 5.14.21-150500.55.39.1.
  const ours = running.replace(/\+.*$/, '').replace(/-[a-z][a-z_]*$/, '');
  return !(
    ours === `${bare}.${architecture ?? ''}` ||
    ours === bare ||
    bare.startsWith(`${ours}.`)
  );
}

/** Is an rpm of this name a kernel or its modules, several versions of which stand side by side? */
export const isRpmKernel = (name: string): boolean =>
  /^kernel(?:-(?!headers|devel|doc|tools|srpm|abi|macros|source|syms|firmware|debuginfo)[a-z0-9-]+)?$/.test(
    name,
  );
