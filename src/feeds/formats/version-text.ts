import type { VersionOrder } from '../../knowledge/records.js';
import { hasApkOrder } from '../../versions/apk.js';
import { compareVersions } from '../../versions/versions.js';
import { sanitize } from './coerce.js';

const MAX_VERSION_LENGTH = 256;
const VISIBLE = /^[\x21-\x7e]+$/;

/** Why the text can't be a version in this order; null: it can. `0` stands for "from the beginning", and is one everywhere. */
export function versionError(version: unknown, order: VersionOrder): string | null {
  if (typeof version !== 'string' || version === '') return 'a version is no text';
  if (version.length > MAX_VERSION_LENGTH) return 'a version is too long';
  // CPE names and semver of NVD hold blanks now and then; no package has one.
  if (order === 'generic')
    return sanitize(version, MAX_VERSION_LENGTH) === version
      ? null
      : 'a version holds control characters';
  if (!VISIBLE.test(version)) return 'a version holds blanks or other characters that none has';
  return order === 'apk' && version !== '0' && !hasApkOrder(version)
    ? 'no valid apk version'
    : null;
}

/** Below 0: the first is older. */
export const comparatorFor =
  (order: VersionOrder): ((a: string, b: string) => number) =>
  (a, b) =>
    compareVersions(order, a, b);
