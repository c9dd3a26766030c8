/** Returns the items of each key; groups and items are in the order of first appearance. */
export function mapBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the group of a key. */
export function append<T, K>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Returns the items in groups of equal keys; groups and items are in the order of first appearance. */
export const groupBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): T[][] => [
  ...mapBy(items, keyOf).values(),
];

/** Yields the items in arrays of `size`; the last one may be shorter. Reads no further ahead than one array. */
export function* chunk<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
