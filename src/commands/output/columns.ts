import { displayWidth, fitText } from './display-width.js';

const GAP = '  ';
const MIN_WIDTH = 8; // of a column that was made narrower

/** One column of a table on a terminal. */
export interface TextColumn {
  heading: string;
  cells: readonly string[];
  /** longer cells may be shortened */
  isFlexible: boolean;
}

/** Renders columns in lines of at most `width` columns, with a heading unless all headings are empty. */
export function renderColumns(
  columns: readonly TextColumn[],
  width: number,
  paintHeading: (text: string) => string = (text) => text,
): string {
  const natural = columns.map(({ heading, cells }) =>
    Math.max(...[heading, ...cells].map(displayWidth)),
  );
  const widths = fitWidths(
    natural,
    columns.map(({ isFlexible }) => isFlexible),
    width,
  );
  const line = (cells: readonly string[]): string =>
    fitText(cells.map((cell, i) => padCell(cell, widths[i] ?? 0)).join(GAP), width).trimEnd();
  const rows = (columns[0]?.cells ?? []).map((_cell, row) =>
    line(columns.map(({ cells }) => cells[row] ?? '')),
  );
  const heading = line(columns.map((column) => column.heading));
  return [...(heading === '' ? [] : [paintHeading(heading)]), ...rows]
    .map((text) => `${text}\n`)
    .join('');
}

function padCell(text: string, width: number): string {
  const fitted = fitText(text, width);
  return fitted + ' '.repeat(Math.max(0, width - displayWidth(fitted)));
}

/**
 * Returns the widths of columns that fit into `room` with a gap between each two: the widest flexible column is made
 * narrower first. If all are as narrow as they may be, the widths exceed the room.
 * @internal
 */
export function fitWidths(
  natural: readonly number[],
  isFlexible: readonly boolean[],
  room: number,
): number[] {
  const widths = [...natural];
  const canShrink = (i: number): boolean => isFlexible[i] === true && (widths[i] ?? 0) > MIN_WIDTH;
  let excess = sum(widths) + GAP.length * (widths.length - 1) - room;
  while (excess > 0) {
    const shrinkable = widths.map((_w, i) => i).filter(canShrink);
    const widest = Math.max(...shrinkable.map((i) => widths[i] ?? 0));
    const index = shrinkable.find((i) => widths[i] === widest);
    if (index === undefined) return widths;
    widths[index] = widest - 1;
    excess -= 1;
  }
  return widths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
