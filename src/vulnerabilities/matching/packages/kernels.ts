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

/** The kernel that runs: `uname -r`, and the version of its Debian package (null: not known). */
export interface RunningKernel {
  release: string;
  version: string | null;
}

/** Reads the first line of `HostState.running`: the release, a space and the version; or the release alone. */
export function parseRunning(running: string): RunningKernel {
  const [release = '', version = null] = running.split(' ');
  return { release, version };
}

/** The properties of a package that is part of a kernel. */
export interface KernelPackage {
  /** the kernel or its modules; false: headers, tools and others */
  isImage: boolean;
  /** whether each version is installed beside the others, and an old one is removed; false: it is upgraded */
  isSideBySide: boolean;
  /** whether it is of the running kernel; null: its name and version do not say so */
  isRunning: boolean | null;
}

/** Returns what a package of a kernel is; null: it is of no kernel. */
export function kernelPackage(
  pkg: Pick<MatchablePackage, 'format' | 'name' | 'version'>,
  running: RunningKernel,
): KernelPackage | null {
  if (!isKernelName(pkg.name)) return null;
  switch (pkg.format) {
    case 'dpkg':
      return dpkgKernel(pkg, running);
    case 'rpm':
      return rpmKernel(pkg, running);
    case 'apk':
      return apkKernel(pkg, running);
    default:
      return null;
  }
}

/** Whether a package of this name may be of a kernel: cheap, for long lists. */
export const isKernelName = (name: string): boolean =>
  name.startsWith('linux-') || name.startsWith('kernel');

type Named = Pick<MatchablePackage, 'name' | 'version'>;

const DPKG_IMAGE =
  /^linux-(?:image|modules)(?:-unsigned|-extra)?-(\d(?:(?!-dbg).)*?)(?:-unsigned)?$/;
const DPKG_PART =
  /^linux-(?:[a-z0-9.]+-)*?(?:image|modules|headers|tools|buildinfo|kbuild|support|source|rust)-(?:[a-z0-9]+-)*?(\d+\.\d+\.\d+\S*?)(?:-common(?:-\w+)?)?$/;
const DPKG_TOOLS =
  /^linux-(?:libc-dev|headers|tools|cloud-tools|kbuild|compiler|source|doc|perf|cpupower)(?:-|$)/;

/** Returns the release of a Debian kernel image or of its modules: `6.1.0-28-amd64`; null: it is neither. */
export const dpkgRelease = (name: string): string | null => DPKG_IMAGE.exec(name)?.[1] ?? null;

/** Returns the release in the name of a Debian package of one kernel, headers and tools too; null: it has none. */
export const releaseIn = (name: string): string | null =>
  dpkgRelease(name) ?? DPKG_PART.exec(name)?.[1] ?? null;

function dpkgKernel({ name, version }: Named, running: RunningKernel): KernelPackage | null {
  const release = dpkgRelease(name);
  if (release !== null)
    return { isImage: true, isSideBySide: true, isRunning: release === running.release };
  const part = DPKG_PART.exec(name)?.[1];
  if (part !== undefined) {
    const isRunning = running.release === part || running.release.startsWith(`${part}-`);
    return { isImage: false, isSideBySide: true, isRunning };
  }
  if (!DPKG_TOOLS.test(name)) return null;
  const isRunning = running.version === null ? null : version === running.version;
  return { isImage: false, isSideBySide: false, isRunning };
}

const NO_KERNEL = ['firmware', 'livepatch', 'macros', 'srpm', 'rpm', 'abi', 'obs'];
const PARTS = ['devel', 'debuginfo'];
const TOOLS = ['headers', 'tools', 'doc', 'docs', 'source', 'syms'];

function rpmKernel({ name, version }: Named, running: RunningKernel): KernelPackage | null {
  const words = name.split('-').slice(1);
  const has = (some: readonly string[]): boolean => words.some((word) => some.includes(word));
  if (!/^kernel(?:-\w+)*$/.test(name) || has(NO_KERNEL)) return null;
  const isRunning = isRunningRpm(words, version, running.release);
  if (has(TOOLS)) return { isImage: false, isSideBySide: false, isRunning };
  return { isImage: !has(PARTS), isSideBySide: true, isRunning };
}

// The RHEL family: 5.14.0-427.13.1.el9_4.x86_64(+rt). SUSE: 5.14.21-150500.55.39-default of 5.14.21-150500.55.39.1.
function isRunningRpm(words: readonly string[], version: string, release: string): boolean {
  const installed = version.replace(/^\d+:/, '');
  const { base, flavor } = suseRelease(release);
  if (flavor !== null) {
    const own = words.find((word) => !TOOLS.includes(word) && !PARTS.includes(word));
    if (own !== undefined && own !== flavor) return false;
    return installed.startsWith(base) && SUSE_REBUILD.test(installed.slice(base.length));
  }
  const plain = release.replace(/\+.*$/, '');
  return plain.startsWith(installed) && /^(?:\.[a-z]\w*)*$/.test(plain.slice(installed.length));
}

/** `.1`, and of kernel-default-base the release of that package too: `.1.150700.17.14.1`. */
const SUSE_REBUILD = /^(?:\.\d+)?(?:\.\d{6}(?:\.\d+)+)?$/;

function suseRelease(release: string): { base: string; flavor: string | null } {
  const flavor = /-(?=\w*[a-z])(\w+)$/.exec(release)?.[1] ?? null;
  return { base: flavor === null ? release : release.slice(0, -flavor.length - 1), flavor };
}

/** Whether a package of this name is a kernel or its modules. */
export const isKernelImage = (pkg: Pick<MatchablePackage, 'format' | 'name'>): boolean =>
  kernelPackage({ ...pkg, version: '' }, { release: '0.0.0-0-lts', version: null })?.isImage ===
  true;

/** Whether an rpm of this name is a kernel or its modules: several versions of it are installed side by side. */
export const isRpmKernel = (name: string): boolean => isKernelImage({ format: 'rpm', name });

const APK_KERNEL = /^linux-(?:lts|virt|edge|stable|rpi\d?|vanilla|hardened|asahi|openpax)$/;

function apkKernel({ name, version }: Named, { release }: RunningKernel): KernelPackage | null {
  if (!APK_KERNEL.test(name)) return null;
  const running = apkRunning(release);
  if (running === null) return null;
  const isRunning = running.name === name && running.version === version;
  return { isImage: true, isSideBySide: false, isRunning };
}

/** `6.12.50-0-lts` is linux-lts 6.12.50-r0. */
function apkRunning(release: string): Named | null {
  const [, version = '', build = '', flavor = ''] =
    /^(\d+(?:\.\d+)+)-(\d+)-([a-z][a-z0-9]*)$/.exec(release) ?? [];
  const name = `linux-${flavor}`;
  return APK_KERNEL.test(name) ? { name, version: `${version}-r${build}` } : null;
}

/** Returns the name that the package of the running kernel has, where an installed one has this name. */
export function runningName(
  { format, name }: Pick<MatchablePackage, 'format' | 'name'>,
  { release }: RunningKernel,
): string {
  if (format === 'dpkg') return name.replace(dpkgRelease(name) ?? name, release);
  if (format === 'apk') return apkRunning(release)?.name ?? name;
  const { flavor } = suseRelease(release);
  if (flavor !== null) return `kernel-${flavor}`;
  const words = name.split('-').slice(1);
  return ['kernel', rhelFlavor(release), ...words.filter((word) => !FLAVORS.includes(word))]
    .filter(Boolean)
    .join('-');
}

/**
 * Returns the source package of a running kernel of Ubuntu: `linux`, `linux-azure`, or one of a series (`~24.04`):
 * `linux-hwe-6.11`, `linux-azure-6.11`; null: the kernel is not Ubuntu's.
 */
export function ubuntuSource({ release, version }: RunningKernel): string | null {
  const [, series = '', abi = '', flavor = ''] =
    /^(\d+\.\d+)\.\d+-(\d+)-([a-z]+)/.exec(release) ?? [];
  if (abi === '' || !version?.includes(`-${abi}.`)) return null;
  const isOfSeries = version.includes('~') || flavor === 'oem';
  const line = flavor === 'generic' ? 'linux' : `linux-${flavor}`;
  if (!isOfSeries) return line;
  return /^(?:generic|lowlatency)$/.test(flavor) ? `${line}-hwe-${series}` : `${line}-${series}`;
}

/**
 * Returns the version of a package of this name that would be of the running kernel; null: it is not known, or the
 * running kernel is of another flavor. SUSE has one more number, which `uname -r` lacks: it is usually 1.
 */
export function runningVersion(
  { format, name, version }: Pick<MatchablePackage, 'format' | 'name' | 'version'>,
  running: RunningKernel,
): string | null {
  if (format === 'dpkg') return running.version;
  if (format === 'apk') {
    const kernel = apkRunning(running.release);
    return kernel?.name === name ? kernel.version : null;
  }
  const { base, flavor } = suseRelease(running.release);
  if (flavor !== null) {
    const isOfFlavor = name === `kernel-${flavor}` || name.startsWith(`kernel-${flavor}-`);
    return isOfFlavor && /-\d+(?:\.\d+)+$/.test(base) ? `${base}.1` : null;
  }
  return rhelVersion(name, version, running.release);
}

const FLAVORS = ['rt', '64k', '16k', 'debug', 'uek', 'lt', 'ml'];

// The distribution tag (`el9`, `fc41`, `el8uek`) of the release is that of the package: another kernel is not its.
function rhelVersion(name: string, version: string, release: string): string | null {
  const running = plainRelease(release);
  const isOfFlavor = flavorOf(name.split('-')) === rhelFlavor(release);
  const tag = (text: string): string =>
    /\.([a-z]+\d+)/.exec(text.replace(/\.rt\d+/, ''))?.[1] ?? '';
  return isOfFlavor && tag(running) !== '' && tag(running) === tag(version) ? running : null;
}

const plainRelease = (release: string): string =>
  release
    .replace(/\+.*$/, '')
    .replace(/\.debug$/, '')
    .replace(/\.[a-z]\w*$/, '');

const flavorOf = (words: readonly string[]): string =>
  words.filter((word) => FLAVORS.includes(word)).join('-');

function rhelFlavor(release: string): string {
  const suffix = /\+(.*)$/.exec(release)?.[1] ?? '';
  return flavorOf(`${suffix}-${variant(plainRelease(release))}`.split('-'));
}

const variant = (release: string): string =>
  [/\.rt\d/.test(release) ? 'rt' : '', /uek$/.test(release) ? 'uek' : ''].filter(Boolean).join('-');
