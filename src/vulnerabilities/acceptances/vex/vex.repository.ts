import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../../../database/database.js';
import { chunk } from '../../../lib/collections.js';
import { endAcceptances, nextAcceptanceChange } from '../acceptances.repository.js';
import type { VendorAcceptance } from './statements.js';

const INSERTED_AT_ONCE = 500;

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
  db: Db,
  { source, by }: VexOrigin,
  acceptances: readonly VendorAcceptance[],
  now: number,
): Promise<{ added: number; ended: number }> {
  const stored = await selectActive(db, source)
    .select(['id', ...COMPARED])
    .execute();
  const rows = new Map(
    acceptances.map(({ match, ...acceptance }) => {
      const row = { ...acceptance, by, product_match: JSON.stringify(match) };
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
  if (rows.size > 0) await insertAll(db, source, [...rows.values()], now);
  return { added: rows.size, ended };
}

type NewStatement = Omit<VendorAcceptance, 'match'> & { by: string; product_match: string };

async function insertAll(
  db: Db,
  source: string,
  rows: readonly NewStatement[],
  now: number,
): Promise<void> {
  const began_change = await nextAcceptanceChange(db);
  for (const batch of chunk(rows, INSERTED_AT_ONCE)) {
    await db
      .insertInto('acceptances')
      .values(
        batch.map((row) => ({
          ...row,
          package: singleName(row.product_match),
          kind: 'vendor' as const,
          source,
          created_at: now,
          began_change,
        })),
      )
      .execute();
    await yieldToEventLoop();
  }
}

/** The only name of a product, compared before the rest of the match; null: it has several. */
function singleName(productMatch: string): string | null {
  const { names } = JSON.parse(productMatch) as { names: string[] };
  return names.length === 1 ? (names[0] ?? null) : null;
}
