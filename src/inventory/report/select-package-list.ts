import type { Package, PackageFormat } from '../inventory.js';
import type { OsRelease } from '../parse/os-release.js';

const FAMILIES: readonly [PackageFormat, ReadonlySet<string>][] = [
  ['dpkg', new Set(['debian', 'ubuntu', 'raspbian'])],
  [
    'rpm',
    new Set([
      'rhel',
      'fedora',
      'centos',
      'suse',
      'opensuse',
      'sles',
      'amzn',
      'photon',
      'mariner',
      'azurelinux',
      'almalinux',
      'rocky',
      'ol',
      'mageia',
      'openeuler',
    ]),
  ],
  ['apk', new Set(['alpine', 'wolfi', 'chainguard', 'postmarketos'])],
  ['pacman', new Set(['arch', 'archarm', 'manjaro'])],
];

/** Returns the native package format of a system by the ids of os-release; null for an unknown system. */
function nativeFormat(os: OsRelease | null): PackageFormat | null {
  const ids = [os?.id, ...(os?.like ?? [])].filter((id) => id !== null && id !== undefined);
  for (const id of ids) {
    const family = FAMILIES.find(([, names]) => names.has(id) || names.has(id.split('-')[0] ?? ''));
    if (family !== undefined) return family[0];
  }
  return null;
}

/**
 * Selects the package list of the system where tools of several formats are installed (rpm on Debian, dpkg on
 * Fedora): the native one, or the longest one of an unknown system. Null when that list could not be read: a
 * list of another format would report the removal of all native packages.
 * @param unreadable formats with a list that could not be read
 */
export function selectPackageList(
  lists: ReadonlyMap<PackageFormat, Package[]>,
  unreadable: ReadonlySet<PackageFormat>,
  os: OsRelease | null,
): { format: PackageFormat; packages: Package[] } | null {
  const native = nativeFormat(os);
  if (native === null && unreadable.size > 0) return null;
  const format = native ?? longest(lists);
  const packages = format && lists.get(format);
  return packages ? { format, packages: distinct(packages) } : null;
}

const longest = (lists: ReadonlyMap<PackageFormat, Package[]>): PackageFormat | undefined =>
  [...lists].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];

/** Removes duplicates, which a damaged package database can list. */
function distinct(packages: readonly Package[]): Package[] {
  return [
    ...new Map(
      packages.map((one) => [`${one.name}\0${one.version}\0${one.architecture}`, one]),
    ).values(),
  ];
}
