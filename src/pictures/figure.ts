import { type PictureNode, node } from './picture-node.js';

/** A picture and the same as a table, for those who cannot see it or want to copy it. */
export interface Picture {
  drawing: PictureNode;
  table: PictureTable;
}

/** A cell with `href` is a link to what it counts. */
interface PictureTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

type TableCell = string | { text: string; href: string };

/** The text that unfolds the table. */
export const TABLE_SUMMARY = 'As a table';

/** Returns a figure: the drawing, and under it the table, folded. */
export const toFigure = ({ drawing, table }: Picture): PictureNode =>
  node(
    'figure',
    { class: 'picture' },
    drawing,
    node('details', {}, node('summary', {}, TABLE_SUMMARY), toTable(table)),
  );

/** Returns a table whose first column heads its rows. */
export function toTable({ caption, columns, rows }: PictureTable): PictureNode {
  const head = columns.map((column) => node('th', { scope: 'col' }, column));
  return node(
    'table',
    {},
    node('caption', {}, caption),
    node('thead', {}, node('tr', {}, ...head)),
    node('tbody', {}, ...rows.map((row) => node('tr', {}, ...row.map(toCell)))),
  );
}

function toCell(cell: TableCell, column: number): PictureNode {
  const content = typeof cell === 'string' ? cell : node('a', { href: cell.href }, cell.text);
  return column === 0 ? node('th', { scope: 'row' }, content) : node('td', {}, content);
}

/**
 * Returns a mark that can have the focus: a link if it leads somewhere. A picture has one tab stop, its first mark;
 * the arrow keys lead to the others.
 */
export function mark(
  { label, href, isFirst }: { label: string; href: string | undefined; isFirst: boolean },
  ...shapes: readonly PictureNode[]
): PictureNode {
  const focus = { class: 'mark', tabindex: isFirst ? 0 : -1 };
  const title = node('title', {}, label);
  return href === undefined
    ? node('g', { ...focus, role: 'img', 'aria-label': label }, title, ...shapes)
    : node('a', { ...focus, href, 'aria-label': label }, title, ...shapes);
}
