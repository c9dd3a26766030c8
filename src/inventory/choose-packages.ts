import type { Package, PackageFormat } from './inventory.js';
import type { OsRelease } from './parse/os-release.js';

const FAMILIES: readonly [PackageFormat, ReadonlySet<string>][] = [
  ['dpkg', new Set(['debian', 'ubuntu', 'raspbian'])],
  ['rpm', new Set(['rhel', 'fedora', 'centos', 'suse', 'opensuse', 'sles', 'amzn', 'photon', 'mariner', 'azurelinux', 'almalinux', 'rocky', 'ol', 'mageia', 'openeuler'])],
  ['apk', new Set(['alpine', 'wolfi', 'chainguard', 'postmarketos'])],
  ['pacman', new Set(['arch', 'archarm', 'manjaro'])],
];

/** The format a system's own packages are in, by the ids of os-release; null for a system we do not know. */
export function nativeFormat(os: OsRelease | null): PackageFormat | null {
  const ids = [os?.id, ...(os?.like ?? [])].filter((id) => id !== null && id !== undefined);
  for (const id of ids) {
    const family = FAMILIES.find(([, names]) => names.has(id) || names.has(id.split('-')[0] ?? ''));
    if (family !== undefined) return family[0];
  }
  return null;
}

/**
 * The one list that tells what the system is made of, when tools of several formats are there (rpm on a Debian, dpkg on a Fedora): the system's
 * own, else the longest. Null when no list could be read.
 */
export function choosePackages(lists: ReadonlyMap<PackageFormat, Package[]>, os: OsRelease | null): { format: PackageFormat; packages: Package[] } | null {
  const native = nativeFormat(os);
  const [best] = [...lists].sort(([a, some], [b, others]) => Number(b === native) - Number(a === native) || others.length - some.length);
  return best === undefined ? null : { format: best[0], packages: distinct(best[1]) };
}

/** A damaged database can name one package twice. */
function distinct(packages: readonly Package[]): Package[] {
  return [...new Map(packages.map((one) => [`${one.name}\0${one.version}\0${one.architecture}`, one])).values()];
}
