import type { Sqlite } from '../../database/sqlite.js';

/** A row of `kev` or `epss`; the first cell is the CVE. */
export type ScoreRow = [cve: string, ...cells: (string | number | null)[]];
export type ScoreTable = 'kev' | 'epss';

const COLUMNS: Readonly<Record<ScoreTable, readonly string[]>> = {
  kev: ['cve', 'date_added', 'due_date', 'ransomware'],
  epss: ['cve', 'score', 'percentile'],
};

export interface ScoreStatements {
  rows: () => IterableIterator<ScoreRow>;
  write: (row: ScoreRow) => void;
  remove: (cve: string) => void;
}

/** Statements on a table without history. They run in the open transaction. */
export function createScoreStatements(sqlite: Sqlite, table: ScoreTable): ScoreStatements {
  const columns = COLUMNS[table].join(', ');
  const values = COLUMNS[table].map(() => '?').join(', ');
  const write = sqlite.prepare(`INSERT OR REPLACE INTO ${table} (${columns}) VALUES (${values})`);
  const remove = sqlite.prepare(`DELETE FROM ${table} WHERE cve = ?`);
  return {
    rows: () => sqlite.prepare<[], ScoreRow>(`SELECT ${columns} FROM ${table}`).raw().iterate(),
    write: (row) => void write.run(...row),
    remove: (cve) => void remove.run(cve),
  };
}

export const clearScores = (sqlite: Sqlite, table: ScoreTable): void =>
  void sqlite.prepare(`DELETE FROM ${table}`).run();
