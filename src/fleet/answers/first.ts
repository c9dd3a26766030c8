const MIN_SPARE = 64;

/** The first items in an order, of those added so far. */
export interface First<T> {
  /** Adds an item, unless `count` others are known to be before it. */
  add: (item: T) => void;
  /** an item that `count` items are not after; undefined: not known yet */
  limit: () => T | undefined;
  /** Returns at most `count` items, in order. */
  all: () => T[];
}

/** Collects the first `count` items in an order, without sorting the others. */
export function collectFirst<T>(count: number, compare: (a: T, b: T) => number): First<T> {
  let items: T[] = [];
  let limit: T | undefined;
  const cut = (): void => {
    items = items.sort(compare).slice(0, count);
    limit = items[count - 1];
  };
  return {
    limit: () => limit,
    add(item) {
      if (limit !== undefined && compare(item, limit) >= 0) return;
      items.push(item);
      if (items.length >= 2 * count + MIN_SPARE) cut();
    },
    all() {
      cut();
      return items;
    },
  };
}

/** Returns the first items in an order. */
export function takeFirst<T>(
  items: Iterable<T>,
  count: number,
  compare: (a: T, b: T) => number,
): T[] {
  const first = collectFirst(count, compare);
  for (const item of items) first.add(item);
  return first.all();
}
