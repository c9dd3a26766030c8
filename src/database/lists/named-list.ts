import { sql, type RawBuilder } from 'kysely';
import { textMatches } from './sorted-list.js';

/** A page, from 1, of rows with names. `q`: substring of the name; `sort`: `-` reverses; default: by creation. */
export interface NamedRows {
  page: number;
  limit: number;
  q?: string | undefined;
  sort?: 'id' | '-id' | 'name' | '-name' | undefined;
}

/** Returns the condition for the name. SQLite folds the case of ASCII letters. */
export const nameMatches = (rows: Pick<NamedRows, 'q'>): RawBuilder<boolean> =>
  textMatches(rows, [sql`name`]);

const ORDERS: Readonly<Record<NonNullable<NamedRows['sort']>, RawBuilder<unknown>>> = {
  id: sql`id`,
  '-id': sql`id DESC`,
  name: sql`name COLLATE NOCASE, id`,
  '-name': sql`name COLLATE NOCASE DESC, id`,
};

/** Returns the order of the rows. */
export const nameOrder = ({ sort = 'id' }: Pick<NamedRows, 'sort'>): RawBuilder<unknown> =>
  ORDERS[sort];
