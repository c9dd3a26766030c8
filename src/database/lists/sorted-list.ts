import { sql, type RawBuilder } from 'kysely';
import type { SortBy } from '../../lib/lists/sort-by.js';

/** A page, from 1, of rows that are searched and sorted. `q`: substring of one of their texts. */
export interface SortedRows<Name extends string> {
  page: number;
  limit: number;
  q?: string | undefined;
  sort: SortBy<Name>;
}

/** Returns the condition for the texts: one of them has `q`. SQLite folds the case of ASCII letters. */
export const textMatches = (
  { q = '' }: { q?: string | undefined },
  texts: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> => {
  const all = texts.map((text) => sql`coalesce(${text}, '')`);
  return sql<boolean>`instr(lower(${sql.join(all, sql` || char(10) || `)}), lower(${q})) > 0`;
};

/**
 * Returns the order of the rows. Equal rows are in the order of their ids, reversed with the others.
 * @param columns what each name sorts by
 */
export function sortOrder<Name extends string>(
  { sort }: Pick<SortedRows<Name>, 'sort'>,
  columns: Readonly<Record<Name, RawBuilder<unknown>>>,
  id: RawBuilder<unknown> = sql`id`,
): RawBuilder<unknown> {
  const column = columns[sort.replace('-', '') as Name];
  return sort.startsWith('-') ? sql`${column} DESC, ${id} DESC` : sql`${column}, ${id}`;
}
