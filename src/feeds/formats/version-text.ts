import type { VersionOrder } from '../../versions/order.js';
import { hasApkOrder } from '../../versions/apk.js';
import { compareVersions } from '../../versions/versions.js';
import { sanitize } from './coerce.js';

const MAX_VERSION_LENGTH = 256;
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Returns why a value is not a version of this order; null: it is valid. `0` means "from the beginning", and is valid
 * in every order.
 */
export function versionError(version: unknown, order: VersionOrder): string | null {
  if (typeof version !== 'string' || version === '') return 'version is missing or not a string';
  if (version.length > MAX_VERSION_LENGTH) return 'version is too long';
  const isVisible = VISIBLE.test(version);
  // CPE names and NVD's semantic versions sometimes contain spaces; package versions do not.
  if (order === 'generic') {
    if (isVisible) return null;
    const isClean = sanitize(version, MAX_VERSION_LENGTH) === version;
    return isClean ? null : 'version contains control characters';
  }
  if (!isVisible) return 'version contains invalid characters';
  return order === 'apk' && version !== '0' && !hasApkOrder(version) ? 'invalid apk version' : null;
}

/** Returns a comparison function of versions; its result is below 0 if the first is older. */
export const comparatorFor =
  (order: VersionOrder): ((a: string, b: string) => number) =>
  (a, b) =>
    compareVersions(order, a, b);
