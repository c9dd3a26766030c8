import type { Sqlite } from '../../database/sqlite.js';

type Cell = string | number | Buffer | null;

export interface BulkInsert<Row extends readonly Cell[]> {
  put(...row: Row): void;
  /** writes what still waits: to be called before anything reads the table, and at the end */
  flush(): void;
}

const AT_ONCE = 16;

/**
 * Rows that are written several at a time, as a statement costs more than a row of it.
 * @param into `INSERT INTO …` with the columns; @param values one row of `VALUES`, with `width` parameters
 */
export function createBulkInsert<Row extends readonly Cell[]>(
  sqlite: Sqlite,
  into: string,
  values: string,
  width: Row['length'],
): BulkInsert<Row> {
  const one = sqlite.prepare(`${into} VALUES ${values}`);
  const many = sqlite.prepare(`${into} VALUES ${Array<string>(AT_ONCE).fill(values).join(', ')}`);
  let cells: Cell[] = [];
  return {
    put(...row) {
      cells.push(...row);
      if (cells.length < width * AT_ONCE) return;
      many.run(cells);
      cells = [];
    },
    flush() {
      for (let at = 0; at < cells.length; at += width) one.run(cells.slice(at, at + width));
      cells = [];
    },
  };
}
