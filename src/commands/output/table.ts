import Table from 'cli-table3';

const LINES = [
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
const NO_LINES = Object.fromEntries(LINES.map((name) => [name, '']));

const ROWS_AT_ONCE = 16; // cli-table3 takes time with the square of the rows

interface TableStyle {
  gap?: number;
  widths?: (number | null)[];
  indent?: string;
}

/**
 * A table without lines, which needs no more than spaces to be read, copied and cut.
 * @param gap blanks behind each cell
 * @param widths of the columns; a number cuts or wraps what is longer, null takes what is needed
 */
export function plainTable(
  head: string[],
  rows: Table.HorizontalTableRow[],
  look: TableStyle = {},
): string {
  if (!look.widths) return render(head, rows, look);
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, i) =>
    render(i === 0 ? head : [], rows.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE), look),
  );
  return parts.join('');
}

function render(
  head: string[],
  rows: Table.HorizontalTableRow[],
  { gap = 2, widths, indent = '' }: TableStyle,
): string {
  const table = new Table({
    chars: NO_LINES,
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
