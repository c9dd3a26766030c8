import type { AffectedPackage, RecordRange } from '../../knowledge/records.js';
import { apkNumbersBounds, versionKey } from '../../versions/keys.js';

/** In which version a flaw of one package is mended: the latest that is told (`0`: it never had it), and the latest of those that have no place in apk's order. */
export interface Fix {
  version: string | null;
  unparseable: string | null;
}

const STARTS_WITH_NUMBER = /^\d[\w.+~-]*$/;

/** Whether something is known of a text that apk takes for no version: it begins with numbers, as in `4.8.0.-r1`, and names one version alone. */
export const isUnparseable = (version: string): boolean => STARTS_WITH_NUMBER.test(version);

/** A fix and one more version that is told of it: the later one counts, for the earlier was not whole. */
export function withLaterVersion(fix: Fix | undefined, version: string): Fix {
  const { version: before, unparseable: unclear } = fix ?? { version: null, unparseable: null };
  return {
    version:
      before === null || before === '0' || (version !== '0' && isLater(version, before))
        ? version
        : before,
    unparseable: unclear,
  };
}

/** The same for one that is unclear; of two the one that leaves more open. */
export function withUnparseable(fix: Fix | undefined, version: string): Fix {
  const { version: clear, unparseable: before } = fix ?? { version: null, unparseable: null };
  const isWider =
    before === null ||
    Buffer.compare(apkNumbersBounds(version).upper, apkNumbersBounds(before).upper) > 0;
  return { version: clear, unparseable: isWider ? version : before };
}

const isLater = (a: string, b: string): boolean =>
  Buffer.compare(versionKey('apk', a), versionKey('apk', b)) > 0;

/**
 * What a fix says of all versions of its package. However `4.8.0.-r1` is read, it begins with 4.8.0: what is older lacks the fix, what is newer has it, and of what begins with
 * 4.8.0 itself nobody knows.
 */
export function toFixRanges(
  affectedPackage: AffectedPackage,
  { version, unparseable: unclear }: Fix,
): RecordRange[] {
  const range = (fixed: string | null, state: RecordRange['state']): RecordRange => ({
    affectedPackage,
    order: 'apk',
    introduced: null,
    fixed,
    lastAffected: null,
    state,
  });
  const clear = version === '0' ? range(null, 'not_affected') : range(version, 'fixed');
  if (unclear === null) return [clear];
  const among: RecordRange = { ...range(unclear, 'undetermined'), unclear: 'among' };
  const { lower, upper } = apkNumbersBounds(unclear);
  const key = version === null || version === '0' ? lower : versionKey('apk', version);
  if (Buffer.compare(key, upper) >= 0) return [clear];
  return Buffer.compare(key, lower) > 0
    ? [clear, { ...among, introduced: version }]
    : [{ ...range(unclear, 'fixed'), unclear: 'below' }, among];
}
