/** A value of the parameter `sort`; a leading `-` reverses. */
export type SortBy<Name extends string> = Name | `-${Name}`;

/** Returns the values of the parameter `sort`, from the names of orders. */
export const sortValues = <Name extends string>(names: readonly Name[]): SortBy<Name>[] =>
  names.flatMap((name) => [name, `-${name}`] as const);

/**
 * Returns a sorted copy. Rows with equal values, and rows without a value in last place, keep their order.
 * @param read the values that orders compare; null: none
 */
export function sortedBy<Row, Name extends string>(
  rows: readonly Row[],
  sort: SortBy<Name>,
  read: Readonly<Record<Name, (row: Row) => string | number | null>>,
): Row[] {
  const isReversed = sort.startsWith('-');
  const value = read[sort.replace('-', '') as Name];
  return rows.toSorted((a, b) => compare(value(a), value(b), isReversed));
}

function compare(
  a: string | number | null,
  b: string | number | null,
  isReversed: boolean,
): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b === isReversed ? 1 : -1;
}
