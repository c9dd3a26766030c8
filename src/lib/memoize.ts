export interface MemoizeOptions {
  /** when a further result would exceed it, all stored results are dropped; default: no limit */
  maxEntries?: number;
}

/** A function that computes each result once. Errors are not stored. */
export interface Memoized<A, R> {
  (argument: A): R;
  /** drops all stored results */
  clear(): void;
}

/** Stands for a stored `undefined`, so that a hit and a miss are one lookup each. */
const UNDEFINED = Symbol('undefined');

/**
 * Stores results by their argument (as a key of a Map). `undefined` is a result like any other. For
 * two arguments, nest: `memoize((order) => memoize((version) => compute(order, version)))`.
 *
 * For hot paths: a hit is one lookup, since no order of use is maintained. The limit drops everything
 * at once for the same reason.
 */
export function memoize<A, R>(
  compute: (argument: A) => R,
  { maxEntries = Infinity }: MemoizeOptions = {},
): Memoized<A, R> {
  const results = new Map<A, R | typeof UNDEFINED>();
  const memoized = (argument: A): R => {
    const known = results.get(argument);
    if (known !== undefined) return known === UNDEFINED ? (undefined as R) : known;
    const result = compute(argument);
    if (results.size >= maxEntries) results.clear();
    results.set(argument, result === undefined ? UNDEFINED : result);
    return result;
  };
  return Object.assign(memoized, {
    clear: () => {
      results.clear();
    },
  });
}

/** Stores results by a key of their argument: equal keys, one result. */
export function memoizeBy<A, K, R>(
  keyOf: (argument: A) => K,
  compute: (argument: A) => R,
  { maxEntries = Infinity }: MemoizeOptions = {},
): Memoized<A, R> {
  const results = new Map<K, R | typeof UNDEFINED>();
  const memoized = (argument: A): R => {
    const key = keyOf(argument);
    const known = results.get(key);
    if (known !== undefined) return known === UNDEFINED ? (undefined as R) : known;
    const result = compute(argument);
    if (results.size >= maxEntries) results.clear();
    results.set(key, result === undefined ? UNDEFINED : result);
    return result;
  };
  return Object.assign(memoized, {
    clear: () => {
      results.clear();
    },
  });
}

/** Stores results by object identity, for as long as the object itself is reachable. */
export function memoizeWeak<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  const results = new WeakMap<A, R>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined || results.has(argument)) return known as R;
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}
