import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type RawBuilder,
} from 'kysely';
import type { Sqlite } from './sqlite.js';
import type { Tables } from './tables.js';

/**
 * Builds queries that do not run on the connection of `Database.db`: selectAll and selectFirst run them, for example
 * on the read connection. It has no connection.
 */
export const queryBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Runs a query on this connection, synchronously. */
export function selectAll<R>(sqlite: Sqlite, query: Compilable<R> | RawBuilder<R>): R[] {
  const { sql, parameters } = query.compile(queryBuilder);
  return sqlite.prepare<unknown[], R>(sql).all(...parameters);
}

/** Returns the first row of a query on this connection. */
export function selectFirst<R>(
  sqlite: Sqlite,
  query: Compilable<R> | RawBuilder<R>,
): R | undefined {
  const { sql, parameters } = query.compile(queryBuilder);
  return sqlite.prepare<unknown[], R>(sql).get(...parameters);
}
