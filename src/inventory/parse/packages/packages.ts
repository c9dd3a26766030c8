import type { Package, PackageFormat, ParsedPackages, UnreadableEntries } from '../../inventory.js';
import { field, MAX_PACKAGES } from '../text.js';

/** Creates a package; fields that are not in `more` are null. */
export function createPackage(
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

/** The numbers of columns that the lines of a list may have. */
export interface ColumnRange {
  min: number;
  max: number;
}

/**
 * Returns how many columns the lines of a list may have. A list may lack columns at its end. In one that has the
 * needed columns in any line, a line without them was cut; a line with more than all columns is two in one.
 */
export function columnRange(text: string, { min, max }: ColumnRange): ColumnRange {
  const isFull = new RegExp(`^(?:[^\\t\\n]*\\t){${min - 1}}`, 'm').test(text);
  return { min: isFull ? min : 1, max };
}

/** Returns whether a line, split at its tabs, is neither cut nor two lines in one. */
export const isWhole = ({ length }: readonly string[], { min, max }: ColumnRange): boolean =>
  length >= min && length <= max;

/** Returns a version without an epoch of zero, which is the default; null for none. */
export function withoutZeroEpoch(version: string | undefined): string | null {
  return field(version?.trim().replace(/^0+:(?=.)/, ''));
}

/** Joins epoch, version and release as the ecosystem writes them: `1:3.0.7-27.el9`. */
export function joinVersion(epoch: string | null, version: string, release: string | null): string {
  const full = release === null ? version : `${version}-${release}`;
  return epoch === null || /^0+$/.test(epoch) ? full : `${epoch}:${full}`;
}

/** Parsing stops after this many unreadable entries, when the readable ones are fewer. */
const MAX_UNREADABLE_ENTRIES = 1000;

/** Returns `none` for a record that is not a package, and null for an unreadable one. */
type ParseRecord<T> = (record: T) => Package | null | 'none';

/**
 * Collects the packages of all records. Unreadable records are counted in a warning, and reported by name
 * where `nameOf` recognizes it. A text with more unreadable records than readable ones is not a package list,
 * and yields no packages: an incomplete list would report removals that never happened.
 */
export function collectPackages<T>(
  records: Iterable<T>,
  parse: ParseRecord<T>,
  nameOf: (record: T) => string | null = () => null,
): ParsedPackages {
  const value: Package[] = [];
  const unreadableNames = new Set<string | null>();
  let unreadable = 0;
  for (const record of records) {
    if (value.length === MAX_PACKAGES)
      return {
        value,
        warnings: [`only the first ${MAX_PACKAGES} packages were read`],
        unreadable: 'any',
      };
    const found = parse(record);
    if (found === null) {
      unreadable += 1;
      unreadableNames.add(nameOf(record));
    }
    if (unreadable > MAX_UNREADABLE_ENTRIES && unreadable > value.length) break;
    if (found !== null && found !== 'none') value.push(found);
  }
  if (unreadable > value.length)
    return {
      value: [],
      warnings: [
        `not a package list: ${unreadable} of ${unreadable + value.length} entries are unreadable`,
      ],
    };
  if (unreadable === 0) return { value, warnings: [] };
  return {
    value,
    warnings: [`${unreadable} entries are unreadable`],
    unreadable: unreadableEntries(unreadableNames),
  };
}

const unreadableEntries = (names: ReadonlySet<string | null>): UnreadableEntries =>
  names.has(null) ? 'any' : ([...names] as string[]);
