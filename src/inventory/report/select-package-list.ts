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
 * own, and of a system that nobody knows the longest. Null when that could not be read: another's list in its place would tell that all of the
 * system's own packages were removed.
 * @param unread formats of which there is a list that could not be read
 */
export function choosePackages(
  lists: ReadonlyMap<PackageFormat, Package[]>,
  unread: ReadonlySet<PackageFormat>,
  os: OsRelease | null,
): { format: PackageFormat; packages: Package[] } | null {
  const native = nativeFormat(os);
  const [format] =
    native === null ? ([...lists].sort(([, a], [, b]) => b.length - a.length)[0] ?? []) : [native];
  const packages = format && lists.get(format);
  return packages && (native !== null || unread.size === 0)
    ? { format, packages: distinct(packages) }
    : null;
}

/** A damaged database can name one package twice. */
function distinct(packages: readonly Package[]): Package[] {
  return [
    ...new Map(
      packages.map((one) => [`${one.name}\0${one.version}\0${one.architecture}`, one]),
    ).values(),
  ];
}
