/** Below 0: the first is older; 0: they are the same; above 0: the first is newer. */
export type Order = number;

/** What order a version is in: that of the system that packed it, Semantic Versioning 2.0.0, or (`generic`) free text as a person reads it. */
export type VersionOrder = 'dpkg' | 'rpm' | 'apk' | 'semver' | 'generic';

/** As much of a version as counts, in UTF-16 units: two that differ only behind it are the same. Real ones take some 10 to 60. */
export const VERSION_LIMIT = 4096;

/** The part of a version that counts. */
export const withinLimit = (version: string): string =>
  version.length > VERSION_LIMIT ? version.slice(0, VERSION_LIMIT) : version;

/** Two texts by their code units. */
export const compareText = (a: string, b: string): Order => (a < b ? -1 : a > b ? 1 : 0);

/** Two runs of digits of any length by value; an empty one is zero. */
export function compareDigits(a: string, b: string): Order {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return left.length - right.length || compareText(left, right);
}
