import type { RecordRange } from '../../knowledge/records.js';
import { apkNumbersBounds } from '../../versions/keys.js';
import type { VersionOrder } from '../../versions/order.js';

export type VersionKeyOf = (order: VersionOrder, text: string) => Buffer;

/** Below every key, and above every key. */
export const MIN_KEY = Buffer.alloc(0);
export const MAX_KEY = Buffer.from([0xff]);

/**
 * Where a range begins (included) and ends (not included), as version keys. `not_affected`: both the same, so that nothing lies in it.
 * Between a key and the same key followed by a zero byte there is nothing: that is what comes right after a version.
 */
export function rangeBounds(
  range: Pick<
    RecordRange,
    'order' | 'introduced' | 'introducedExcluded' | 'fixed' | 'lastAffected' | 'unclear' | 'state'
  >,
  keyOf: VersionKeyOf,
): { lower: Buffer; upper: Buffer } {
  if (range.state === 'not_affected') return { lower: MIN_KEY, upper: MIN_KEY };
  return { lower: lowerOf(range, keyOf), upper: upperOf(range, keyOf) };
}

function lowerOf(
  { order, introduced, introducedExcluded, fixed, unclear }: Parameters<typeof rangeBounds>[0],
  keyOf: VersionKeyOf,
): Buffer {
  if (introduced === null)
    return fixed !== null && unclear === 'among' ? apkNumbersBounds(fixed).lower : MIN_KEY;
  const key = keyOf(order, introduced);
  return introducedExcluded === true ? after(key) : key;
}

function upperOf(
  { order, fixed, lastAffected, unclear }: Parameters<typeof rangeBounds>[0],
  keyOf: VersionKeyOf,
): Buffer {
  if (fixed !== null && unclear !== undefined)
    return apkNumbersBounds(fixed)[unclear === 'below' ? 'lower' : 'upper'];
  if (fixed !== null) return keyOf(order, fixed);
  return lastAffected === null ? MAX_KEY : after(keyOf(order, lastAffected));
}

const after = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/** A `contentHash` that remembers: one source's packages all name the same version. Holds at most `most` keys. */
export function remembering(keyOf: VersionKeyOf, most = 20_000): VersionKeyOf {
  const known = new Map<VersionOrder, Map<string, Buffer>>();
  return (order, text) => {
    let keys = known.get(order);
    if (!keys || keys.size > most) known.set(order, (keys = new Map<string, Buffer>()));
    let key = keys.get(text);
    if (!key) keys.set(text, (key = keyOf(order, text)));
    return key;
  };
}
