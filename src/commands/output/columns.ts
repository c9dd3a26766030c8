import { displayWidth, fitText, splitText } from './display-width.js';
import { wrapText } from './text.js';

const GAP = '  ';
const NO_VALUE = '-';
const INDENT = '    '; // of lines below a row
const MIN_WIDTH = 8; // of a column that was made narrower

/** One column of a table on a terminal. */
export interface TextColumn {
  heading: string;
  cells: readonly string[];
  /** longer cells may be shortened */
  isFlexible: boolean;
  /** cells that do not fit are below their rows, in full: those of the last column each, others all */
  isLong?: boolean;
}

/** Renders columns in lines of at most `width` columns, with a heading unless all headings are empty. */
export function renderColumns(
  all: readonly TextColumn[],
  width: number,
  paintHeading: (text: string) => string = (text) => text,
): string {
  const { columns, below } = splitColumns(all, width);
  const widths = columnWidths(columns, width);
  const lastWidth = widths.at(-1) ?? 0;
  const isLong = columns.at(-1)?.isLong === true;
  const line = (cells: readonly string[]): string =>
    fitText(
      cells
        .map((cell, i) => padCell(cell, widths[i] ?? 0))
        .join(GAP)
        .trimEnd(),
      width,
    );
  const row = (cells: readonly string[]): string[] => {
    const last = cells.at(-1) ?? '';
    if (isLong && lastWidth === 0 && last === NO_VALUE) return [line(cells.slice(0, -1))];
    if (!isLong || displayWidth(last) <= lastWidth) return [line(cells)];
    return [line(cells.slice(0, -1)), ...linesBelow(last, width)];
  };
  const rows = (all[0]?.cells ?? []).flatMap((_cell, i) => [
    ...row(columns.map(({ cells }) => cells[i] ?? '')),
    ...below.flatMap(({ cells }) => linesBelow(cells[i] ?? '', width)),
  ]);
  const hasRoom = (_column: unknown, i: number): boolean => (widths[i] ?? 0) > 0;
  const heading = line(columns.filter(hasRoom).map((column) => column.heading));
  return [...(heading === '' ? [] : [paintHeading(heading)]), ...rows]
    .map((text) => `${text}\n`)
    .join('');
}

/** Takes long columns out, from the right, until the others fit into `width`. The last column is not moved. */
function splitColumns(
  all: readonly TextColumn[],
  width: number,
): { columns: readonly TextColumn[]; below: readonly TextColumn[] } {
  const last = all.at(-1);
  const fixed = all.filter((column) => !(column === last && column.isLong === true));
  const needed = sum(fixed.map(naturalWidth)) + GAP.length * (fixed.length - 1);
  const moved = all.slice(0, -1).findLast(({ isLong }) => isLong === true);
  if (needed <= width || moved === undefined) return { columns: all, below: [] };
  const rest = splitColumns(
    all.filter((column) => column !== moved),
    width,
  );
  return { columns: rest.columns, below: [...rest.below, moved] };
}

/**
 * Returns the widths of columns. A long column gets what the others leave. Without room for its heading, or if
 * others were cut for cells that do not fit anyway, it has the width 0: all its cells are below their rows.
 */
function columnWidths(columns: readonly TextColumn[], width: number): number[] {
  const natural = columns.map(naturalWidth);
  const isFlexible = columns.map((column) => column.isFlexible);
  const last = columns.at(-1);
  if (last?.isLong !== true) return fitWidths(natural, isFlexible, width);
  const needed = displayWidth(last.heading) + GAP.length;
  const others = fitWidths(natural.slice(0, -1), isFlexible, width - needed);
  const isCut = sum(others) < sum(natural.slice(0, -1));
  const isBelowAnyway = (natural.at(-1) ?? 0) > displayWidth(last.heading);
  if (isCut && isBelowAnyway) return [...fitWidths(natural.slice(0, -1), isFlexible, width), 0];
  const room = width - sum(others) - GAP.length * others.length;
  return room < displayWidth(last.heading)
    ? [...fitWidths(natural.slice(0, -1), isFlexible, width), 0]
    : [...others, Math.min(natural.at(-1) ?? 0, room)];
}

// A loop: there may be more cells than a function takes arguments.
const naturalWidth = ({ heading, cells }: TextColumn): number =>
  cells.reduce((widest, cell) => Math.max(widest, displayWidth(cell)), displayWidth(heading));

function linesBelow(cell: string, width: number): string[] {
  if (cell === NO_VALUE || cell === '') return [];
  return wrapText(cell, width - INDENT.length)
    .split('\n')
    .flatMap((text) => splitText(text, width - INDENT.length))
    .map((text) => `${INDENT}${text}`);
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
