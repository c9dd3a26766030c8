import { compareVersions } from '../../../versions/versions.js';
import { oldPackagesOf, splitRunning } from '../../old-code/old-packages.js';
import { kernelFlavor } from './kernel-releases.js';
import type { MatchablePackage } from '../../facts.js';
import {
  dpkgRelease,
  isKernelName,
  kernelPackage,
  parseRunning,
  releaseIn,
  runningName,
  runningVersion,
  ubuntuSource,
  type KernelPackage,
  type RunningKernel,
} from './kernels.js';

/** A package of a host, and how its code runs. */
export interface HostPackage {
  /** false: it is the running kernel, and no longer installed */
  isInstalled: boolean;
  pkg: MatchablePackage;
  /** of a kernel that does not run. `removable`: an old one, which nothing replaces but its removal */
  inactive: 'removable' | 'kept' | null;
  /** the build that runs: `pkg` itself, or another version in its place; null: `pkg` is no running kernel */
  runs: MatchablePackage | null;
  /** the installed kernel that a reboot starts; null: the running one */
  next: MatchablePackage | null;
  /** names of the live patches of the kernel that runs: JSON array; null: none */
  livePatches: string | null;
}

/** Whether a package belongs to a kernel: a change of it may change what is known of the other ones. */
export const isKernelPart = (pkg: MatchablePackage): boolean =>
  kernelPackage(pkg, { release: '0.0.0-0-lts', version: '' }) !== null;

type KernelOfHost = KernelPackage & { pkg: MatchablePackage };

interface HostKernels {
  of: (pkg: MatchablePackage) => HostPackage | undefined;
  all: HostPackage[];
}

/**
 * Returns how the kernels among the packages of a host run: `of` one of its packages; `all` of them, with the running
 * kernel whose packages are removed. A host that never had a kernel is a container: the kernel of its host is not the
 * container's.
 * @param running HostState.running; null: not known
 */
export function readKernels(
  packages: readonly MatchablePackage[],
  running: string | null,
): HostKernels {
  const { kernel: release, livePatches } = splitRunning(running);
  const kernel = release === null ? null : parseRunning(release);
  const kernels = kernelsAmong(packages, kernel ?? UNKNOWN);
  if (kernel === null) return readUnknown(kernels);
  const last = kernelsAmong(oldPackagesOf(running), kernel);
  if (kernels.length + last.length === 0) return { of: () => undefined, all: [] };
  const images = kernels.filter(({ isImage }) => isImage);
  const isInstalled = images.some(({ isRunning }) => isRunning === true);
  const byPackage = new Map(
    kernels.map((one) => [one.pkg, toHostPackage(one, kernels, kernel, isInstalled)]),
  );
  const isKnown = isInstalled || [...byPackage.values()].some(({ runs }) => runs !== null);
  const removed = isKnown ? [] : removedKernel(images, last, kernel);
  const all = [...byPackage.values(), ...removed];
  for (const one of all) if (one.runs !== null) one.livePatches = livePatches;
  return { of: (pkg) => byPackage.get(pkg), all };
}

const UNKNOWN: RunningKernel = { release: '', version: null };

/** Returns the kernels that others replace, where it is not known which one runs. */
function readUnknown(kernels: readonly KernelOfHost[]): HostKernels {
  const replaced = kernels
    .filter(({ isSideBySide }) => isSideBySide)
    .map(({ pkg }) => ({ ...toInstalled(pkg), next: nextOf(pkg, kernels) }))
    .filter(({ next }) => next !== null);
  const byPackage = new Map(replaced.map((one) => [one.pkg, one]));
  return { of: (pkg) => byPackage.get(pkg), all: replaced };
}

const toInstalled = (pkg: MatchablePackage): HostPackage => ({
  isInstalled: true,
  pkg,
  inactive: null,
  runs: null,
  next: null,
  livePatches: null,
});

function kernelsAmong(
  packages: readonly MatchablePackage[],
  running: RunningKernel,
): KernelOfHost[] {
  const kernels: KernelOfHost[] = [];
  for (const pkg of packages) {
    const known = isKernelName(pkg.name) ? kernelPackage(pkg, running) : null;
    if (known !== null) kernels.push({ ...known, pkg });
  }
  return kernels;
}

function toHostPackage(
  one: KernelOfHost,
  kernels: readonly KernelOfHost[],
  running: RunningKernel,
  isInstalled: boolean,
): HostPackage {
  const { pkg } = one;
  const base = toInstalled(pkg);
  const images = kernels.filter(({ isImage }) => isImage);
  const next = one.isImage ? nextOf(pkg, images) : null;
  const isInPlace = one.isImage && (pkg.format === 'dpkg' ? one.isRunning : !isInstalled);
  const version = isInPlace ? runningVersion(pkg, running) : null;
  if (version !== null && version !== pkg.version && (one.isRunning || next === null))
    return { ...base, runs: withVersion(pkg, version), next: next ?? pkg };
  if (one.isRunning && one.isImage) return { ...base, runs: pkg, next };
  if (one.isRunning) return { ...base, next: one.isSideBySide ? nextOf(pkg, kernels) : null };
  return { ...base, inactive: inactiveOf(one, next !== null || isOld(pkg, images)) };
}

function inactiveOf(
  { isRunning, isSideBySide }: KernelPackage,
  isReplaced: boolean,
): HostPackage['inactive'] {
  if (isRunning !== false) return null;
  return isSideBySide && isReplaced ? 'removable' : 'kept';
}

/** Whether a package is not newer than the kernel that runs: no reboot needs it. */
const isOld = (pkg: MatchablePackage, images: readonly KernelOfHost[]): boolean =>
  images.some((image) => image.isRunning === true && !isNewer(pkg, image.pkg));

/** Returns the newest installed package that replaces another one, if it is newer. */
function nextOf(pkg: MatchablePackage, kernels: readonly KernelOfHost[]): MatchablePackage | null {
  let newest = pkg;
  for (const other of kernels)
    if (lineOf(other.pkg) === lineOf(pkg) && isNewer(other.pkg, newest)) newest = other.pkg;
  return newest === pkg ? null : newest;
}

const isNewer = (a: MatchablePackage, b: MatchablePackage): boolean =>
  compareVersions(a.format, a.version, b.version) > 0;

/** Returns what the packages of one kernel after another share: their name, without the release. */
function lineOf({ format, name, architecture }: MatchablePackage): string {
  const release = format === 'dpkg' ? releaseIn(name) : null;
  const line = release === null ? name : name.replace(release, kernelFlavor(release));
  return `${line}\0${architecture}`;
}

/**
 * Returns the packages that the running kernel had, where only others are installed, or none.
 * @param last the removed kernels that show which package the running one is of
 */
function removedKernel(
  images: readonly KernelOfHost[],
  last: readonly KernelOfHost[],
  running: RunningKernel,
): HostPackage[] {
  const own = last.filter(({ isRunning }) => isRunning === true);
  if (own.length === 0 && images.length > 0) return likeKernel(images, running);
  if (own.length === 0) return likeKernel(last, running).map((one) => ({ ...one, next: null }));
  const others = images.filter(({ pkg }) => isMainPart(pkg)).sort(byNewest);
  const removed = own.map(({ pkg }) =>
    toRemoved(atRunning(pkg, running), nextOf(pkg, images) ?? others[0]?.pkg ?? null),
  );
  return [...new Map(removed.map((one) => [one.pkg.name, one])).values()];
}

const atRunning = (pkg: MatchablePackage, running: RunningKernel): MatchablePackage =>
  withVersion(pkg, runningVersion(pkg, running) ?? pkg.version);

const toRemoved = (pkg: MatchablePackage, next: MatchablePackage | null): HostPackage => ({
  isInstalled: false,
  pkg,
  inactive: null,
  runs: pkg,
  next,
  livePatches: null,
});

/**
 * Returns the packages of a running kernel that is not among the known ones: those of the newest kernel of its line, or
 * else of another line of the same distribution, in its name and version.
 */
function likeKernel(images: readonly KernelOfHost[], running: RunningKernel): HostPackage[] {
  const newest = images.filter(({ pkg }) => nextOf(pkg, images) === null);
  const ofLine = newest.filter(({ pkg }) => {
    const release = pkg.format === 'dpkg' ? dpkgRelease(pkg.name) : null;
    return release !== null && kernelFlavor(release) === kernelFlavor(running.release);
  });
  const others = newest.filter(({ pkg }) => isMainPart(pkg)).sort(byNewest);
  return (ofLine.length > 0 ? ofLine : others.slice(0, 1)).flatMap(({ pkg: next }) => {
    const pkg = runningPackage(next, running);
    return pkg === null ? [] : [toRemoved(pkg, next)];
  });
}

/** Whether a package has the kernel itself: rpm has further ones for its modules. */
const isMainPart = ({ format, name }: MatchablePackage): boolean =>
  format === 'rpm' ? !/-(?:modules|extra)\b/.test(name) : !name.startsWith('linux-modules-');

const byNewest = (a: KernelOfHost, b: KernelOfHost): number =>
  compareVersions(a.pkg.format, b.pkg.version, a.pkg.version);

/** Returns the package of the running kernel that stands for an installed one; null: it is not known. */
function runningPackage(pkg: MatchablePackage, running: RunningKernel): MatchablePackage | null {
  const name = runningName(pkg, running);
  const version = runningVersion({ ...pkg, name }, running);
  if (version === null) return null;
  const renamed = { ...withVersion(pkg, version), name };
  if (pkg.format === 'dpkg') return { ...renamed, source: ubuntuSource(running) ?? pkg.source };
  // SUSE has a source for each flavor
  const hasOwnSource = pkg.format === 'apk' || pkg.source === pkg.name;
  return hasOwnSource ? { ...renamed, source: name } : renamed;
}

/** Returns another version of a package. Its source changes with it, where the source has the package's version. */
const withVersion = (pkg: MatchablePackage, version: string): MatchablePackage => ({
  ...pkg,
  version,
  source_version:
    pkg.source_version === null ? null : pkg.source_version.replace(pkg.version, version),
});
