import type { ComponentChildren } from 'preact';
import type { ColumnKind } from './column-class.js';

/** A column of a list. */
export interface Column<T> extends ColumnKind {
  heading: string;
  cell: (row: T) => ComponentChildren;
  /** values of the parameter `sort`: of the first click, and of the second */
  sort?: readonly [first: string, second?: string];
}

/** Returns the values of `sort` for some fields: each up and down. */
export const bothWays = (...names: readonly string[]): string[] =>
  names.flatMap((name) => [name, `-${name}`]);

/** The orders of a list of things with names. */
export const NAMED_LIST = { sorts: ['name', '-name', '-id'] };

/** A filter of a list: a value of the query, chosen from a few, or typed. */
export interface FilterChoice {
  /** of the parameter */
  name: string;
  label: string;
  /** value and label; absent: the value is typed */
  options?: readonly (readonly [value: string, label: string])[];
  /** what no choice means; default: any */
  unset?: string;
  /** called once the field is in sight, not folded: to load its options then */
  onShown?: () => void;
}

/** The orders of a list that a select offers. `unset`: the default of the service. */
export interface OrderChoice {
  unset?: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** Returns the orders of the headings, for pages that are too narrow for headings; null: none. */
export function columnOrders(columns: readonly Column<never>[]): OrderChoice | null {
  const options = columns.flatMap(({ heading, sort }) => {
    const [first, second] = sort ?? [];
    return [
      ...(first === undefined ? [] : [[first, `${heading}, descending`] as const]),
      ...(second === undefined ? [] : [[second, `${heading}, ascending`] as const]),
    ];
  });
  return options.length === 0 ? null : { options };
}

/** Returns the values of `sort` that the headings of a list offer. */
export const sortsOf = (columns: readonly Column<never>[]): string[] =>
  (columnOrders(columns)?.options ?? []).map(([value]) => value);

export type SortDirection = 'first' | 'second' | null;

/** Returns how a column is sorted now. */
export function sortDirection(sort: Column<never>['sort'], current: string): SortDirection {
  if (!sort || current === '') return null;
  if (sort[0] === current) return 'first';
  return sort[1] === current ? 'second' : null;
}

/** Returns the value of `sort` after a click on a heading: first, second, and then the default again. */
export function nextSort(sort: NonNullable<Column<never>['sort']>, current: string): string {
  if (current === sort[0]) return sort[1] ?? '';
  return current === sort[1] ? '' : sort[0];
}
