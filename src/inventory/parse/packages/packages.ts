import type { Package, PackageFormat, ParsedPackages, UnreadableEntries } from '../../inventory.js';
import { field, MAX_PACKAGES } from '../text.js';

/** A package of which only name and version are known; whoever knows more says so in `more`. */
export function makePackage(
  format: PackageFormat,
  name: string,
  version: string,
  more: Partial<Package> = {},
): Package {
  return {
    name,
    version,
    architecture: null,
    source: null,
    source_version: null,
    vendor: null,
    module: null,
    format,
    size: null,
    installed_at: null,
    ...more,
  };
}

/** A version without an epoch of zero, which says nothing; null for none. */
export function withoutZeroEpoch(version: string | undefined): string | null {
  return field(version?.trim().replace(/^0+:(?=.)/, ''));
}

/** Version, release and epoch in the order in which their ecosystem writes them: `1:3.0.7-27.el9`. */
export function joinVersion(epoch: string | null, version: string, release: string | null): string {
  const whole = release === null ? version : `${version}-${release}`;
  return epoch === null || /^0+$/.test(epoch) ? whole : `${epoch}:${whole}`;
}

/** Nothing of this many bad entries, and fewer good ones, turns into a list. */
const GIVE_UP_AFTER = 1000;

type ReadOne<T> = (record: T) => Package | null | 'none';

/**
 * Every record that is a package; one that is none is passed over, one that can't be read (null) is counted and the count told,
 * with its name where `nameOf` can make it out.
 * A text of which more than half can't be read is no list, and gives no package: half a list would tell of removals that never were.
 */
export function collectPackages<T>(
  records: Iterable<T>,
  read: ReadOne<T>,
  nameOf: (record: T) => string | null = () => null,
): ParsedPackages {
  const value: Package[] = [];
  const names = new Set<string | null>();
  let bad = 0;
  for (const record of records) {
    if (value.length === MAX_PACKAGES)
      return {
        value,
        warnings: [`only the first ${MAX_PACKAGES} packages were read`],
        unread: 'any',
      };
    const found = read(record);
    if (found === null) {
      bad += 1;
      names.add(nameOf(record));
    }
    if (bad > GIVE_UP_AFTER && bad > value.length) break;
    if (found !== null && found !== 'none') value.push(found);
  }
  if (bad > value.length)
    return {
      value: [],
      warnings: [`no list of packages: ${bad} of ${bad + value.length} entries could not be read`],
    };
  return bad === 0
    ? { value, warnings: [] }
    : { value, warnings: [`${bad} entries could not be read`], unread: unreadOf(names) };
}

const unreadOf = (names: ReadonlySet<string | null>): UnreadableEntries =>
  names.has(null) ? 'any' : ([...names] as string[]);
