/** Below 0: the first is older; 0: both are equal; above 0: the first is newer. */
export type Order = number;

/** The version order: that of the packaging system, Semantic Versioning 2.0.0, or (`generic`) that of free text. */
export type VersionOrder = 'dpkg' | 'rpm' | 'apk' | 'semver' | 'generic';

/**
 * How much of a version counts, in UTF-16 units: versions that differ only after that are equal. Real ones have
 * about 10 to 60.
 * @internal
 */
export const VERSION_LIMIT = 4096;

/** Returns the part of a version that counts. */
export const withinLimit = (version: string): string =>
  version.length > VERSION_LIMIT ? version.slice(0, VERSION_LIMIT) : version;

/** Compares two texts by their code units. */
export function compareText(a: string, b: string): Order {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Compares two runs of digits of any length by value; an empty one is zero. */
export function compareDigits(a: string, b: string): Order {
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  return left.length - right.length || compareText(left, right);
}
