import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../../../database/database.js';
import type { Sqlite } from '../../../database/sqlite.js';
import { chunk } from '../../../lib/collections.js';
import { endAcceptances, nextAcceptanceChange } from '../acceptances.repository.js';
import type { VendorAcceptance } from './statements.js';
import { prepareInsertVendorAcceptance, type VendorAcceptanceRow } from './vex.statements.js';

const INSERTED_AT_ONCE = 500;

/** A transaction, and the raw handle of its connection. */
interface Connection {
  db: Db;
  sqlite: Sqlite;
}

/** Properties of the document that its acceptances share. `by`: the vendor. */
export interface VexOrigin {
  source: string;
  by: string;
}

const COMPARED = [
  'vulnerability_id',
  'reason',
  'by',
  'justification',
  'vex_status',
  'product',
  'product_match',
] as const;

type StoredStatement = Record<(typeof COMPARED)[number], string | null>;

const keyOf = (row: StoredStatement): string => JSON.stringify(COMPARED.map((name) => row[name]));

/** Returns the ids of the active acceptances of a document. */
export async function activeOfDocument(db: Db, source: string): Promise<number[]> {
  const rows = await selectActive(db, source).select('id').execute();
  return rows.map(({ id }) => id);
}

const selectActive = (db: Db, source: string) =>
  db
    .selectFrom('acceptances')
    .where('source', '=', source)
    .where('kind', '=', 'vendor')
    .where('ended_at', 'is', null);

/**
 * Makes these the acceptances of a document: others of an earlier version end, equal ones stay as they are. Inside a
 * transaction.
 */
export async function replaceAcceptances(
  connection: Connection,
  { source, by }: VexOrigin,
  acceptances: readonly VendorAcceptance[],
  now: number,
): Promise<{ added: number; ended: number }> {
  const { db } = connection;
  const stored = await selectActive(db, source)
    .select(['id', ...COMPARED])
    .execute();
  const rows = new Map(
    acceptances.map(({ match, ...acceptance }) => {
      // The only name is compared before the rest of the match.
      const name = match.names.length === 1 ? (match.names[0] ?? null) : null;
      const row = { ...acceptance, by, product_match: JSON.stringify(match), package: name };
      return [keyOf(row), row];
    }),
  );
  const outdated = stored.filter((row) => !rows.has(keyOf(row)));
  for (const row of stored) rows.delete(keyOf(row));
  const ended =
    outdated.length === 0
      ? 0
      : await endAcceptances(
          db,
          outdated.map(({ id }) => id),
          now,
        );
  if (rows.size > 0) await insertAll(connection, source, [...rows.values()], now);
  return { added: rows.size, ended };
}

type NewStatement = Omit<VendorAcceptanceRow, 'source' | 'created_at' | 'began_change'>;

/** Other requests are answered between the batches. */
async function insertAll(
  { db, sqlite }: Connection,
  source: string,
  rows: readonly NewStatement[],
  created_at: number,
): Promise<void> {
  const began_change = await nextAcceptanceChange(db);
  const insert = prepareInsertVendorAcceptance(sqlite);
  for (const batch of chunk(rows, INSERTED_AT_ONCE)) {
    for (const row of batch) insert.run({ ...row, source, created_at, began_change });
    await yieldToEventLoop();
  }
}
