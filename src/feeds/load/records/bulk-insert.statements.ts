import type { Sqlite } from '../../../database/sqlite.js';

type Cell = string | number | Buffer | null;

export interface BulkInsert<Row extends readonly Cell[]> {
  put: (...row: Row) => void;
  /** Writes buffered rows: to be called before the table is read, and at the end. */
  flush: () => void;
}

const ROWS_PER_INSERT = 16;

/**
 * Buffers rows and inserts several with one statement: a statement costs more than a row of it.
 * @param into `INSERT INTO …` with the columns
 * @param values one row of `VALUES`, with `width` parameters
 */
export function createBulkInsert<Row extends readonly Cell[]>(
  sqlite: Sqlite,
  into: string,
  values: string,
  width: Row['length'],
): BulkInsert<Row> {
  const insertOne = sqlite.prepare(`${into} VALUES ${values}`);
  const manyValues = Array<string>(ROWS_PER_INSERT).fill(values).join(', ');
  const insertMany = sqlite.prepare(`${into} VALUES ${manyValues}`);
  let cells: Cell[] = [];
  return {
    put(...row) {
      cells.push(...row);
      if (cells.length < width * ROWS_PER_INSERT) return;
      insertMany.run(cells);
      cells = [];
    },
    flush() {
      for (let at = 0; at < cells.length; at += width) insertOne.run(cells.slice(at, at + width));
      cells = [];
    },
  };
}
