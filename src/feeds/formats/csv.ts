import { FormatError } from './format.js';

const MAX_CELL_LENGTH = 100_000;
const MAX_ROWS = 1_000_000;

/** A row and the line of the file that it starts in, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Yields the rows of a CSV text (RFC 4180): quoted cells may contain commas, line breaks and doubled quotes. Throws
 * FormatError for an open quote.
 */
export function* parseCsvRows(text: string): Generator<CsvRow> {
  let rows = 0;
  let line = 1;
  for (let at = 0; at < text.length; rows += 1) {
    if (rows > MAX_ROWS)
      throw new FormatError('too_large', `The file has more than ${MAX_ROWS} rows`);
    const row = parseRow(text, at, line);
    if (row.cells.length > 1 || row.cells[0] !== '') yield { line, cells: row.cells };
    line += countLineEnds(text, at, row.next);
    at = row.next;
  }
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
}

interface Cell {
  value: string;
  /** position after the cell */
  next: number;
}

/** @param line number of the line, for errors */
function parseRow(text: string, start: number, line: number): { cells: string[]; next: number } {
  const cells: string[] = [];
  for (let at = start; ;) {
    const cell = text[at] === '"' ? parseQuotedCell(text, at + 1, line) : parsePlainCell(text, at);
    if (cell.value.length > MAX_CELL_LENGTH)
      throw new FormatError('too_large', `A cell in line ${line} is too large`);
    cells.push(cell.value);
    at = cell.next;
    if (text[at] === ',') at += 1;
    else return { cells, next: text.startsWith('\r\n', at) ? at + 2 : at + 1 };
  }
}

function parsePlainCell(text: string, start: number): Cell {
  let at = start;
  while (at < text.length && !',\r\n'.includes(text[at] ?? '')) at += 1;
  return { value: text.slice(start, at), next: at };
}

/** @param start position after the opening quote */
function parseQuotedCell(text: string, start: number, line: number): Cell {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"')
      return { value: text.slice(start, at).replaceAll('""', '"'), next: at + 1 };
  }
  throw new FormatError(
    'truncated',
    `The file ends early: a quoted cell that starts in line ${line} has no end`,
  );
}
