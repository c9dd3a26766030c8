import type { Sqlite } from '../../database/sqlite.js';
import type { EpssScore, KevEntry } from '../formats/format.js';

/** Writes a list that is kept without history, in the transaction that is open. */
export interface ScoreStore<T> {
  put: (item: T) => void;
  /** takes away what was not put */
  closeMissing: () => void;
  changes: Readonly<{ changed: number; total: number }>;
}

/** What CISA has listed as exploited. */
export const createKevStore = (sqlite: Sqlite): ScoreStore<KevEntry> =>
  createListStore(sqlite, {
    table: 'kev',
    columns: ['cve', 'date_added', 'due_date', 'ransomware'],
    row: (e: KevEntry) => [e.cve, e.dateAdded, e.dueDate, e.ransomware ? 1 : 0],
  });

/** How likely vulnerabilities are to be exploited. */
export const createEpssStore = (sqlite: Sqlite): ScoreStore<EpssScore> =>
  createListStore(sqlite, {
    table: 'epss',
    columns: ['cve', 'score', 'percentile'],
    row: (e: EpssScore) => [e.cve, e.score, e.percentile],
  });

type Cell = string | number | null;

function createListStore<T>(
  sqlite: Sqlite,
  { table, columns, row }: { table: string; columns: readonly string[]; row: (item: T) => Cell[] },
): ScoreStore<T> {
  const stored = new Map<string, string>();
  for (const [cve, ...rest] of sqlite
    .prepare<[], [string, ...Cell[]]>(`SELECT ${columns.join(', ')} FROM ${table}`)
    .raw()
    .iterate())
    stored.set(cve, rest.join('\0'));
  const write = sqlite.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const remove = sqlite.prepare(`DELETE FROM ${table} WHERE cve = ?`);
  const put = new Set<string>();
  const changes = { changed: 0, total: 0 };
  return {
    changes,
    put(item) {
      const cells = row(item);
      const cve = String(cells[0]);
      if (put.has(cve)) return;
      put.add(cve);
      changes.total += 1;
      const before = stored.get(cve);
      stored.delete(cve);
      if (before === cells.slice(1).join('\0')) return;
      write.run(...cells);
      changes.changed += 1;
    },
    closeMissing() {
      for (const cve of stored.keys()) remove.run(cve);
      changes.changed += stored.size;
      stored.clear();
    },
  };
}
