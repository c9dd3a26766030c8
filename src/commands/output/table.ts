import Table from 'cli-table3';
import { shorten } from '../../lib/text.js';

const BORDERS = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
  'middle',
];
const NO_BORDERS = Object.fromEntries(BORDERS.map((name) => [name, '']));

const ROWS_PER_TABLE = 16; // the time of cli-table3 grows with the square of the rows

interface TableStyle {
  /** spaces after each cell */
  gap?: number;
  /** column widths: longer cells wrap or are cut; null: as wide as needed */
  widths?: (number | null)[];
  indent?: string;
}

/** Renders a table without borders: it can be read, copied and cut by spaces. */
export function plainTable(
  head: string[],
  rows: Table.HorizontalTableRow[],
  style: TableStyle = {},
): string {
  if (!style.widths) return render(head, rows, style);
  const tableCount = Math.ceil(rows.length / ROWS_PER_TABLE);
  const parts = Array.from({ length: tableCount }, (_, i) => {
    const part = rows.slice(i * ROWS_PER_TABLE, (i + 1) * ROWS_PER_TABLE);
    return render(i === 0 ? head : [], part, style);
  });
  return parts.join('');
}

function render(
  head: string[],
  rows: Table.HorizontalTableRow[],
  { gap = 2, widths, indent = '' }: TableStyle,
): string {
  const table = new Table({
    chars: NO_BORDERS,
    wordWrap: true,
    head,
    ...(widths && { colWidths: widths }),
    style: { 'padding-left': 0, 'padding-right': gap, head: [], border: [] },
  });
  table.push(...rows);
  return table
    .toString()
    .split('\n')
    .map((line) => `${`${indent}${line}`.trimEnd()}\n`)
    .join('');
}

const INDENT = '  ';
const LAST_CELL_INDENT = '      ';

/**
 * Renders rows of plain text, one line each. On a terminal that is too narrow for them, the last cell of
 * each row is on a line below it.
 * @param width columns of the terminal; undefined: unlimited
 */
export function responsiveTable(rows: readonly string[][], width: number | undefined): string {
  const table = plainTable([], [...rows], { indent: INDENT });
  const fits = (line: string): boolean => width === undefined || [...line].length <= width;
  if (width === undefined || table.split('\n').every(fits)) return table;
  const withoutLast = rows.map((row) => row.slice(0, -1));
  const lines = plainTable([], withoutLast, { indent: INDENT }).split('\n');
  const lastWidth = width - LAST_CELL_INDENT.length;
  return rows
    .map((row, i) => {
      const line = `${shorten(lines[i] ?? '', width)}\n`;
      const last = row.at(-1) ?? '';
      return last === '' ? line : `${line}${LAST_CELL_INDENT}${shorten(last, lastWidth)}\n`;
    })
    .join('');
}
