/** The items of each key, groups and items in the order of first appearance. */
export function mapBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items in groups of equal keys, groups and items in the order of first appearance: what is alike is one statement. */
export const groupBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): T[][] => [
  ...mapBy(items, keyOf).values(),
];
