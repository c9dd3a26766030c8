import { plainTable } from './table.js';
import { shorten } from './text.js';

const INDENT = '  ';
const BENEATH = '      ';

/**
 * Rows of plain text in lines of their own; where a terminal is too narrow for one of them, the last cell of each stands beneath its row.
 * @param width columns of the terminal; undefined: lines as long as they need to be
 */
export function responsiveTable(rows: readonly string[][], width: number | undefined): string {
  const whole = plainTable([], [...rows], { indent: INDENT });
  if (width === undefined || whole.split('\n').every((line) => [...line].length <= width))
    return whole;
  const heads = plainTable(
    [],
    rows.map((row) => row.slice(0, -1)),
    { indent: INDENT },
  ).split('\n');
  return rows
    .map((row, i) => {
      const last = row.at(-1) ?? '';
      return `${shorten(heads[i] ?? '', width)}\n${last === '' ? '' : `${BENEATH}${shorten(last, width - BENEATH.length)}\n`}`;
    })
    .join('');
}
