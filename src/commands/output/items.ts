import { printable } from '../../lib/text.js';
import { renderColumns } from './columns.js';
import { widthOf, type Io, type OutputStream } from './io.js';
import { createPainter, wrapText, type Painter } from './text.js';

type Value = string | number | boolean | null;

/** A column of a list, or a line of a card. */
export interface Column<T> {
  /** heading; in a pipe the name of the column */
  heading: string;
  /** the full value, for other programs */
  value: (item: T) => Value;
  /** the text on a terminal (default: the value) */
  text?: (item: T) => string;
  /** the text may be shortened on a narrow terminal */
  isFlexible?: boolean;
  /** texts that do not fit are below their rows, in full: those of the last column each, others all */
  isLong?: boolean;
  /** it is left out on a terminal */
  isForPipes?: boolean;
}

/** The option of commands that print data. */
export interface JsonOption {
  json?: true;
}

type Streams = Pick<Io, 'stdout' | 'stderr'>;

/** Prints a value as JSON. */
export function printJson(value: unknown, { stdout }: Pick<Io, 'stdout'>): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Prints a list: a table that fits the terminal, or lines of values separated by tabs in a pipe, or JSON.
 * @param none what is said on standard error about an empty list
 */
export function printItems<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  { json, none }: JsonOption & { none: string },
  io: Streams,
): void {
  if (json === true) return printJson(items, io);
  if (items.length === 0) io.stderr.write(`${none}\n`);
  io.stdout.write(renderList(items, columns, io.stdout));
}

/**
 * Renders a list as `printItems` prints it; empty for an empty list on a terminal.
 * @param out undefined: for a file
 */
export function renderList<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  out: OutputStream | undefined,
): string {
  const width = out && widthOf(out);
  if (out === undefined || width === undefined) return renderTsv(items, columns);
  return items.length === 0 ? '' : renderTable(items, columns, width, painterOf(out));
}

/** Prints one item: a line for each field, in a pipe with a tab after the name of the field; or JSON. */
export function printCard<T>(
  item: T,
  fields: readonly Column<T>[],
  { json }: JsonOption,
  io: Streams,
): void {
  if (json === true) return printJson(item, io);
  const width = widthOf(io.stdout);
  if (width === undefined) {
    const lines = fields.map(({ heading, value }) => `${heading}\t${tsvCell(value(item))}\n`);
    io.stdout.write(lines.join(''));
    return;
  }
  const { bold } = painterOf(io.stdout);
  const labelWidth = Math.max(...fields.map(({ heading }) => heading.length)) + 2;
  const lineBreak = `\n${' '.repeat(labelWidth)}`;
  const cells = fields.map((field) =>
    wrapText(cellText(field, item), width - labelWidth).replaceAll('\n', lineBreak),
  );
  const lines = fields.map(
    ({ heading }, i) =>
      `${bold(heading)}${' '.repeat(labelWidth - heading.length)}${cells[i] ?? ''}`,
  );
  io.stdout.write(`${lines.join('\n')}\n`);
}

/** Returns functions that color text, if the terminal shows colors. */
const painterOf = (out: OutputStream): Painter =>
  createPainter(out.isTTY === true && out.hasColors?.() === true);

function renderTable<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  width: number,
  { bold }: Painter,
): string {
  const shown = columns.filter(({ isForPipes }) => isForPipes !== true);
  const texts = shown.map((column) => ({
    heading: column.heading,
    cells: items.map((item) => cellText(column, item)),
    isFlexible: column.isFlexible === true,
    isLong: column.isLong === true,
  }));
  return renderColumns(texts, width, bold);
}

function cellText<T>({ value, text }: Column<T>, item: T): string {
  if (text !== undefined) return printable(text(item));
  const full = value(item);
  return full === null || full === '' ? '-' : printable(String(full));
}

const renderTsv = <T>(items: readonly T[], columns: readonly Column<T>[]): string =>
  [
    columns.map(({ heading }) => heading),
    ...items.map((item) => columns.map(({ value }) => tsvCell(value(item)))),
  ]
    .map((cells) => `${cells.join('\t')}\n`)
    .join('');

/** Text without tabs and line breaks; null is empty. */
const tsvCell = (value: Value): string => (value === null ? '' : printable(String(value)));
