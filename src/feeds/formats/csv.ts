import { FormatError } from './format.js';

const MAX_CELL_LENGTH = 100_000;
const MAX_ROWS = 1_000_000;

/** The rows of a CSV text by RFC 4180: quoted cells may hold commas, line breaks and doubled quotes. Throws FormatError where a quote stays open. */
export function* parseCsvRows(text: string): Generator<string[]> {
  let rows = 0;
  for (let at = 0; at < text.length; rows += 1) {
    if (rows > MAX_ROWS) throw new FormatError('too_large', `more than ${MAX_ROWS} rows`);
    const row = readRow(text, at);
    at = row.next;
    if (row.cells.length > 1 || row.cells[0] !== '') yield row.cells;
  }
}

function readRow(text: string, from: number): { cells: string[]; next: number } {
  const cells: string[] = [];
  for (let at = from; ;) {
    const cell = text[at] === '"' ? readQuoted(text, at + 1) : readPlain(text, at);
    if (cell.value.length > MAX_CELL_LENGTH)
      throw new FormatError('too_large', 'a cell is too large');
    cells.push(cell.value);
    at = cell.next;
    if (text[at] === ',') at += 1;
    else return { cells, next: text.startsWith('\r\n', at) ? at + 2 : at + 1 };
  }
}

function readPlain(text: string, from: number): { value: string; next: number } {
  let at = from;
  while (at < text.length && !',\r\n'.includes(text[at] ?? '')) at += 1;
  return { value: text.slice(from, at), next: at };
}

function readQuoted(text: string, from: number): { value: string; next: number } {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"')
      return { value: text.slice(from, at).replaceAll('""', '"'), next: at + 1 };
  }
  throw new FormatError('truncated', 'a quoted cell has no end');
}
