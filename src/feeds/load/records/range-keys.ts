import type { RecordRange } from '../../../knowledge/records.js';
import { memoize } from '../../../lib/memoize.js';
import { apkNumbersBounds } from '../../../versions/keys.js';
import type { VersionOrder } from '../../../versions/order.js';

export type VersionKeyOf = (order: VersionOrder, version: string) => Buffer;

/** Below every version key, and above every version key. */
const MIN_KEY = Buffer.alloc(0);
const MAX_KEY = Buffer.from([0xff]);

/**
 * Returns the version keys between which a range is: `lower` is included, `upper` is not. For `not_affected` they are
 * equal, so that the range is empty. A key followed by a zero byte is directly after that key: no key is between them.
 */
export function rangeBounds(
  range: Pick<
    RecordRange,
    | 'order'
    | 'introduced'
    | 'introducedExcluded'
    | 'fixed'
    | 'lastAffected'
    | 'endsBefore'
    | 'unclear'
    | 'state'
  >,
  keyOf: VersionKeyOf,
): { lower: Buffer; upper: Buffer } {
  if (range.state === 'not_affected') return { lower: MIN_KEY, upper: MIN_KEY };
  return { lower: lowerBound(range, keyOf), upper: upperBound(range, keyOf) };
}

function lowerBound(
  { order, introduced, introducedExcluded, fixed, unclear }: Parameters<typeof rangeBounds>[0],
  keyOf: VersionKeyOf,
): Buffer {
  if (introduced === null)
    return fixed !== null && unclear === 'among' ? apkNumbersBounds(fixed).lower : MIN_KEY;
  const key = keyOf(order, introduced);
  return introducedExcluded === true ? keyAfter(key) : key;
}

function upperBound(
  { order, fixed, lastAffected, endsBefore, unclear }: Parameters<typeof rangeBounds>[0],
  keyOf: VersionKeyOf,
): Buffer {
  if (fixed !== null && unclear !== undefined)
    return apkNumbersBounds(fixed)[unclear === 'below' ? 'lower' : 'upper'];
  const end = fixed ?? endsBefore;
  if (end !== undefined) return keyOf(order, end);
  return lastAffected === null ? MAX_KEY : keyAfter(keyOf(order, lastAffected));
}

const keyAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/**
 * Memoizes version keys: the packages of one source have equal versions.
 * @param maxKeys limit per version order
 */
export function memoizeVersionKeys(keyOf: VersionKeyOf, maxKeys = 20_000): VersionKeyOf {
  const keysOf = memoize((order: VersionOrder) =>
    memoize((version: string) => keyOf(order, version), { maxEntries: maxKeys }),
  );
  return (order, version) => keysOf(order)(version);
}
