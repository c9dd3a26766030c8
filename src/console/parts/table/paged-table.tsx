import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { List, PagedBody } from '../../api/list.js';
import { useKeys } from '../../app/keys.js';
import type { ListControl } from '../../app/use-list-state.js';
import type { CsvColumns } from './csv-button.js';
import { Failure } from '../failure.js';
import { Notice } from '../notice.js';
import { TimesInRow } from '../time.js';
import { columnOrders, type Column, type FilterChoice, type OrderChoice } from './columns.js';
import { ListTools, shownColumns } from './list-tools.js';
import { Pager } from './pager.js';
import { SelectionBar } from './selection-bar.js';
import type { RowId, Selection } from './selection.js';
import { TableHead } from './table-head.js';
import { TableRow } from './table-row.js';
import { Toolbar } from './toolbar.js';

export interface PagedTableProps<T> {
  /** what the rows are, in plural, as a screen reader says it: `Hosts` */
  label: string;
  list: List<PagedBody<T>>;
  columns: readonly Column<T>[];
  /** rows that are no table; `columns` are not used then */
  render?: (rows: readonly T[]) => ComponentChildren;
  /** orders of a list without headings */
  orders?: OrderChoice;
  rowId: (row: T) => number | string;
  /** where Enter leads; the first cell is its link */
  rowHref?: (row: T) => string;
  /** placeholder of the search; absent: no search */
  search?: string;
  filters?: readonly FilterChoice[];
  /** by the values of `rowId` */
  selection?: Selection | Selection<string>;
  /** buttons for the selected rows */
  actions?: ComponentChildren;
  /** the columns of the CSV of all rows that match; default: those that are shown */
  csv?: CsvColumns<T>;
  /** the name of that file; default: the label */
  file?: string;
  /** what to say when there is nothing yet, and what to do */
  empty: ComponentChildren;
}

/** A list that the service pages, searches and sorts. Its whole state is in the address. */
export function PagedTable<T>(all: PagedTableProps<T>) {
  const props = { ...all, columns: shownColumns(all.label, all.columns) };
  const { label, list, actions } = props;
  const { control } = list;
  const selection = props.selection as Selection<RowId> | undefined;
  const section = useRef<HTMLElement>(null);
  const total = list.data?.meta.total ?? 0;
  useTableKeys(section, control, total);
  return (
    <section class="list" ref={section} aria-label={label} aria-busy={list.isLoading}>
      <Toolbar
        search={props.search}
        filters={props.filters ?? []}
        control={control}
        orders={props.orders}
        narrowOrders={columnOrders(all.columns)}
      />
      {selection && selection.ids.size > 0 && (
        <SelectionBar selection={selection} total={total} actions={actions} />
      )}
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {list.data && <Rows {...props} body={list.data} />}
      {!list.data && !list.error && <p class="muted">Loading…</p>}
      {list.data && (
        <Pager control={control} meta={list.data.meta} shown={list.data.data.length}>
          {all.columns.length > 1 && total > 0 && <ListTools {...all} />}
        </Pager>
      )}
    </section>
  );
}

function Rows<T>({ body, ...props }: PagedTableProps<T> & { body: PagedBody<T> }) {
  const { columns, list, label, rowId, rowHref } = props;
  const selection = props.selection as Selection<RowId> | undefined;
  if (body.data.length === 0) return <NothingFound {...props} total={body.meta.total} />;
  if (props.render) return <>{props.render(body.data)}</>;
  const ids = body.data.map(rowId);
  return (
    <div class="table-scroll">
      <table class="cards">
        <caption class="visually-hidden">{label}</caption>
        <TableHead columns={columns} control={list.control} selection={selection} ids={ids} />
        <tbody>
          <TimesInRow.Provider value={true}>
            {body.data.map((row) => (
              <TableRow
                key={rowId(row)}
                row={row}
                id={rowId(row)}
                href={rowHref?.(row)}
                columns={columns}
                selection={selection}
              />
            ))}
          </TimesInRow.Provider>
        </tbody>
      </table>
    </div>
  );
}

/** Says whether nothing is there, nothing matches, or the page is beyond the end. */
function NothingFound<T>({ list, empty, total }: PagedTableProps<T> & { total: number }) {
  const { control } = list;
  const { q, filters, page } = control.state;
  if (total > 0 && page > 1)
    return (
      <Notice
        kind="empty"
        title="This page is beyond the end of the list"
        action={{ label: 'First page', run: () => control.change({ page: 1 }) }}
      />
    );
  if (q === '' && Object.keys(filters).length === 0) return <>{empty}</>;
  return (
    <Notice
      kind="empty"
      title="Nothing matches these filters"
      action={{ label: 'Clear filters', run: () => control.change({ q: '', filters: {} }) }}
    />
  );
}

function useTableKeys(
  section: { readonly current: HTMLElement | null },
  { state, change }: ListControl,
  total: number,
): void {
  const pages = Math.ceil(total / state.limit);
  useKeys({
    '/': () => section.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    j: () => focusNextRow(section.current, 1),
    k: () => focusNextRow(section.current, -1),
    x: () => toggleRow(section.current),
    Enter: () => openRow(section.current),
    '[': () => {
      if (state.page > 1) change({ page: state.page - 1 });
    },
    ']': () => {
      if (state.page < pages) change({ page: state.page + 1 });
    },
  });
}

const rowsOf = (section: HTMLElement | null): HTMLTableRowElement[] => [
  ...(section?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? []),
];

const currentRow = (section: HTMLElement | null): HTMLTableRowElement | undefined =>
  rowsOf(section).find((row) => row.contains(document.activeElement));

/** Focuses the row after or before the one with the focus. */
function focusNextRow(section: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(section);
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, index + step))]?.focus();
}

/** Selects or deselects the row with the focus. */
function toggleRow(section: HTMLElement | null): void {
  currentRow(section)?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

/** Opens what has the focus: a control, otherwise the link of the row. */
function openRow(section: HTMLElement | null): void {
  const focused = document.activeElement;
  const row = currentRow(section);
  if (row !== undefined && focused === row) row.querySelector('a')?.click();
  else if (focused instanceof HTMLElement) focused.click();
}
