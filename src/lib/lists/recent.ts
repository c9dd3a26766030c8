/** Stores a value as the one used last; beyond `max` values, the one that was not used for longest is removed. */
export function storeRecent<K, V>(values: Map<K, V>, key: K, value: V, max: number): void {
  values.delete(key); // a map keeps the order in which keys were added
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > max && oldest !== undefined) values.delete(oldest);
}
