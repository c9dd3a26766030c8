import type { ListControl } from '../../app/use-list-state.js';
import { columnClass } from './column-class.js';
import { nextSort, sortDirection, type Column, type SortDirection } from './columns.js';
import type { RowId, Selection } from './selection.js';

interface TableHeadProps<T> {
  columns: readonly Column<T>[];
  control: ListControl;
  selection: Selection<RowId> | undefined;
  /** of the rows of this page */
  ids: readonly RowId[];
}

const ARROWS = { first: '▾', second: '▴' } as const;

/** The headings. One that can sort is a button. */
export function TableHead<T>({ columns, control, selection, ids }: TableHeadProps<T>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" class="check">
            <input
              type="checkbox"
              aria-label="Select the rows of this page"
              checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
              onChange={(event) => selection.setPage(ids, event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.heading} column={column} control={control} />
        ))}
      </tr>
    </thead>
  );
}

function Heading<T>({ column, control }: { column: Column<T>; control: ListControl }) {
  const { heading, sort } = column;
  const direction = sortDirection(sort, control.state.sort);
  return (
    <th scope="col" class={columnClass(column)} aria-sort={ariaSort(direction)}>
      {sort ? (
        <button
          type="button"
          class="sort"
          onClick={() => control.change({ sort: nextSort(sort, control.state.sort) })}
        >
          {heading}
          <span aria-hidden="true">{`\u00a0${direction ? ARROWS[direction] : '▾▴'}`}</span>
        </button>
      ) : (
        heading
      )}
    </th>
  );
}

function ariaSort(direction: SortDirection): 'descending' | 'ascending' | undefined {
  if (direction === null) return undefined;
  return direction === 'first' ? 'descending' : 'ascending';
}
