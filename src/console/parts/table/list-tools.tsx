import { type ComponentChildren, render } from 'preact';
import type { List, PagedBody } from '../../api/list.js';
import { prefs, setPrefs } from '../../app/prefs.js';
import type { Column } from './columns.js';
import { CsvButton, type CsvColumns } from './csv-button.js';

/** Returns the columns of a list that the user did not hide. The first one names the row: it stays. */
export function shownColumns<T>(
  label: string,
  columns: readonly Column<T>[],
): readonly Column<T>[] {
  const hidden = prefs.value.hidden[label] ?? [];
  return columns.filter(({ heading }, i) => i === 0 || !hidden.includes(heading));
}

interface ListToolsProps<T> {
  label: string;
  list: Pick<List<PagedBody<T>>, 'load'>;
  columns: readonly Column<T>[];
  csv?: CsvColumns<T>;
  file?: string;
}

/** Chooses the columns of a list, and saves all rows that match its filters with them. */
export function ListTools<T>({ label, columns, list, csv, file }: ListToolsProps<T>) {
  const name = file ?? label.toLowerCase().replaceAll(' ', '-');
  const hidden = prefs.value.hidden[label] ?? [];
  const toggle = (heading: string): void => {
    const next = hidden.includes(heading)
      ? hidden.filter((name) => name !== heading)
      : [...hidden, heading];
    setPrefs({ hidden: { ...prefs.value.hidden, [label]: next } });
  };
  const saved = shownColumns(label, columns).filter(({ isControl }) => isControl !== true);
  return (
    <div class="list-tools">
      <details>
        <summary>Columns{hidden.length > 0 && ` (${hidden.length} hidden)`}</summary>
        {columns.slice(1).map(({ heading }) => (
          <label key={heading}>
            <input
              type="checkbox"
              checked={!hidden.includes(heading)}
              onChange={() => toggle(heading)}
            />{' '}
            {heading}
          </label>
        ))}
      </details>
      <CsvButton
        name={name}
        columns={
          csv ?? saved.map(({ heading, cell }) => [heading, (row: T) => cellText(cell(row))])
        }
        load={list.load}
      />
    </div>
  );
}

/**
 * Returns the text of a cell, for a file: times are exact, and buttons are left out. A cell that is a component is
 * drawn for it, outside the page.
 */
function cellText(content: ComponentChildren): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content);
  const place = document.createElement('div');
  render(content, place);
  const copy = place.cloneNode(true) as HTMLElement;
  render(null, place);
  for (const button of copy.querySelectorAll('button')) button.remove();
  for (const time of copy.querySelectorAll('time')) time.textContent = time.dateTime;
  for (const part of copy.querySelectorAll('*')) part.before(' '); // a gap may be of the style
  return copy.textContent.replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
}
