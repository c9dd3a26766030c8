import { columnClass } from './column-class.js';
import type { Column } from './columns.js';
import type { RowId, Selection } from './selection.js';

interface TableRowProps<T> {
  row: T;
  id: RowId;
  href: string | undefined;
  columns: readonly Column<T>[];
  selection: Selection<RowId> | undefined;
}

/** A row; a card where the page is narrow. */
export function TableRow<T>({ row, id, href, columns, selection }: TableRowProps<T>) {
  const isSelected = selection?.ids.has(id);
  return (
    <tr tabIndex={-1} class={isSelected ? 'is-selected' : undefined}>
      {selection && (
        <td class="check">
          <input
            type="checkbox"
            aria-label="Select this row"
            checked={isSelected}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.heading} data-label={column.heading} class={columnClass(column)}>
          {i === 0 && href !== undefined ? <a href={href}>{column.cell(row)}</a> : column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
