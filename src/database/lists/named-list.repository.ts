import { sql, type RawBuilder } from 'kysely';
import type { Page } from '../../http/common.js';

/** A page of rows with names. `q`: substring of the name; `sort`: `-` reverses; default: in the order of creation. */
export interface NamedRows extends Page {
  q?: string | undefined;
  sort?: 'id' | '-id' | 'name' | '-name' | undefined;
}

/** Returns the condition for the name. SQLite folds the case of ASCII letters. */
export const nameMatches = ({ q = '' }: NamedRows): RawBuilder<boolean> =>
  sql<boolean>`instr(lower(name), lower(${q})) > 0`;

const ORDERS: Readonly<Record<NonNullable<NamedRows['sort']>, RawBuilder<unknown>>> = {
  id: sql`id`,
  '-id': sql`id DESC`,
  name: sql`name COLLATE NOCASE, id`,
  '-name': sql`name COLLATE NOCASE DESC, id`,
};

/** Returns the order of the rows. */
export const nameOrder = ({ sort = 'id' }: NamedRows): RawBuilder<unknown> => ORDERS[sort];
