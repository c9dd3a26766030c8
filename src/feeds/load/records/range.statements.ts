import type { Sqlite } from '../../../database/sqlite.js';
import { CURRENT, type AffectedPackage } from '../../../knowledge/records.js';
import { createBulkInsert } from './bulk-insert.statements.js';

/** The columns of a range except its advisory and its package. */
export type RangeValues = [
  rank: number,
  vulnerability: string | null,
  lower: Buffer,
  upper: Buffer,
  fixed: string | null,
  state: string,
  hidden: number,
  severity: string | null,
  module: string | null,
  conditions: string | null,
  lastAffected: string | null,
];
type RangeRow = [advisory: number, affectedPackage: number, ...RangeValues];

// From this number of packages on, one statement for all of them costs less than one row each.
const MIN_PACKAGES_PER_STATEMENT = 4;

/** Inserts ranges that are current from a generation on. */
export function createRangeInserts(sqlite: Sqlite, generation: number) {
  const into =
    'INSERT INTO ranges (since, "until", advisory_id, affected_package_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions, last_affected)';
  const rows = createBulkInsert<RangeRow>(
    sqlite,
    into,
    `(${generation}, ${CURRENT}, ${'?, '.repeat(12)}?)`,
    13,
  );
  const insertForPackages = sqlite.prepare(
    `${into} SELECT ${generation}, ${CURRENT}, ?, value, ${'?, '.repeat(10)}? FROM json_each(?)`,
  );
  return {
    /** Inserts a range of equal values for each package. */
    insert(advisory: number, packageIds: readonly number[], values: RangeValues): void {
      if (packageIds.length >= MIN_PACKAGES_PER_STATEMENT)
        insertForPackages.run(advisory, ...values, JSON.stringify(packageIds));
      else for (const id of packageIds) rows.put(advisory, id, ...values);
    },
    flush: rows.flush,
  };
}

/** Finds and inserts affected packages (table `affected_packages`, the ecosystem in column `scope`). */
export function createAffectedPackageStatements(sqlite: Sqlite) {
  const newestId = sqlite
    .prepare<[], number>('SELECT coalesce(max(id), 0) FROM affected_packages')
    .pluck();
  const find = sqlite
    .prepare<[ecosystem: string, kind: string, name: string], number>(
      'SELECT id FROM affected_packages WHERE scope = ? AND kind = ? AND name = ?',
    )
    .pluck();
  const rows = createBulkInsert<
    [id: number, ecosystem: string, kind: AffectedPackage['kind'], name: string]
  >(sqlite, 'INSERT INTO affected_packages (id, scope, kind, name)', '(?, ?, ?, ?)', 4);
  return {
    newestId: (): number => newestId.get() ?? 0,
    /** Returns the id; undefined: the package is not in the table (it may be buffered). */
    find: (ecosystem: string, kind: string, name: string): number | undefined =>
      find.get(ecosystem, kind, name),
    insert: rows.put,
    flush: rows.flush,
  };
}

// Their keys are in no order: each insert would search the position of its key.
const DEFERRED_INDEXES = ['ranges_affected', 'ranges_decided'];

/**
 * Drops indexes of an empty table of ranges, in the open transaction, while the table is filled: an index that is
 * created at the end from sorted rows costs a third. Loading does not read by these indexes.
 * @returns creates the indexes again; to be called in the same transaction
 */
export function deferIndexes(sqlite: Sqlite): () => void {
  if (sqlite.prepare('SELECT 1 FROM ranges LIMIT 1').get() !== undefined) return () => undefined;
  const definitions = sqlite
    .prepare<[string], string>(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name IN (SELECT value FROM json_each(?))",
    )
    .pluck()
    .all(JSON.stringify(DEFERRED_INDEXES));
  for (const name of DEFERRED_INDEXES) sqlite.exec(`DROP INDEX IF EXISTS ${name}`);
  return () => {
    for (const definition of definitions) sqlite.exec(definition);
  };
}
