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
      {columns.map(({ heading, cell, isNumber, isShort }, i) => (
        <td key={heading} data-label={heading} class={cellClass(isNumber, isShort)}>
          {i === 0 && href !== undefined ? <a href={href}>{cell(row)}</a> : cell(row)}
        </td>
      ))}
    </tr>
  );
}

function cellClass(isNumber = false, isShort = false): string | undefined {
  if (isNumber) return 'number';
  return isShort ? 'short' : undefined;
}
