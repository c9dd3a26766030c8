import type { Sqlite } from '../../database/sqlite.js';

// Their keys come in no order, so that each row would be sought a place among those before it.
const LATE = ['ranges_affected', 'ranges_decided'];

/**
 * Takes the indexes of an empty table of ranges away, in the transaction that is open, for as long as the table is filled: made at the end, from
 * sorted rows, they cost a third. Nothing that loads a feed reads by them.
 * @returns what makes them again; to be called in the same transaction
 */
export function deferIndexes(sqlite: Sqlite): () => void {
  if (sqlite.prepare('SELECT 1 FROM ranges LIMIT 1').get() !== undefined) return () => undefined;
  const texts = sqlite
    .prepare<[string], string>(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name IN (SELECT value FROM json_each(?))",
    )
    .pluck()
    .all(JSON.stringify(LATE));
  for (const name of LATE) sqlite.exec(`DROP INDEX IF EXISTS ${name}`);
  return () => {
    for (const text of texts) sqlite.exec(text);
  };
}
