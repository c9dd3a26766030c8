import type { AffectedPackage, RecordRange } from '../../knowledge/records.js';
import { apkNumbersBounds, versionKey } from '../../versions/keys.js';

/** The versions that fix a vulnerability in one package. */
export interface Fix {
  /** the latest of the named versions; `0`: the package was never affected */
  version: string | null;
  /** the latest of those without a position in apk's version order */
  unparsable: string | null;
}

const STARTS_WITH_NUMBER = /^\d[\w.+~-]*$/;

/**
 * Whether a text that is not an apk version has a usable start: it starts with numbers, as `4.8.0.-r1`, and names one
 * version.
 */
export const isUnparsable = (version: string): boolean => STARTS_WITH_NUMBER.test(version);

/** Adds a version to a fix. The later version counts, since the earlier fix was incomplete. */
export function withLaterVersion(fix: Fix | undefined, version: string): Fix {
  const before = fix?.version ?? null;
  const isNewer =
    before === null || before === '0' || (version !== '0' && isLater(version, before));
  return { version: isNewer ? version : before, unparsable: fix?.unparsable ?? null };
}

/** Adds an unparsable version to a fix. The one that leaves more versions undetermined counts. */
export function withUnparsable(fix: Fix | undefined, version: string): Fix {
  const before = fix?.unparsable ?? null;
  const isWider =
    before === null ||
    Buffer.compare(apkNumbersBounds(version).upper, apkNumbersBounds(before).upper) > 0;
  return { version: fix?.version ?? null, unparsable: isWider ? version : before };
}

const isLater = (a: string, b: string): boolean =>
  Buffer.compare(versionKey('apk', a), versionKey('apk', b)) > 0;

/**
 * Returns the ranges of all versions of a package. Every reading of `4.8.0.-r1` starts with 4.8.0: older versions lack
 * the fix, newer ones have it, and versions that start with 4.8.0 are undetermined.
 */
export function toFixRanges(
  affectedPackage: AffectedPackage,
  { version, unparsable }: Fix,
): RecordRange[] {
  const createRange = (fixed: string | null, state: RecordRange['state']): RecordRange => ({
    affectedPackage,
    order: 'apk',
    introduced: null,
    fixed,
    lastAffected: null,
    state,
  });
  const parsed =
    version === '0' ? createRange(null, 'not_affected') : createRange(version, 'fixed');
  if (unparsable === null) return [parsed];
  const among: RecordRange = { ...createRange(unparsable, 'undetermined'), unclear: 'among' };
  const { lower, upper } = apkNumbersBounds(unparsable);
  const key = version === null || version === '0' ? lower : versionKey('apk', version);
  if (Buffer.compare(key, upper) >= 0) return [parsed];
  return Buffer.compare(key, lower) > 0
    ? [parsed, { ...among, introduced: version }]
    : [{ ...createRange(unparsable, 'fixed'), unclear: 'below' }, among];
}
