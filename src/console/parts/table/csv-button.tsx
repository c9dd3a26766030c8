import { useSignal } from '@preact/signals';
import { csvLine, type CsvValue } from '../../../lib/markup/csv.js';
import { asApiError } from '../../api/problem.js';
import { saveFile } from '../save-file.js';
import { countText } from '../text/plural.js';
import { announce } from '../toast.js';
import { loadRows, type LoadPage } from './load-rows.js';

/** The columns of a CSV: their headings, and their values. */
export type CsvColumns<T> = readonly (readonly [heading: string, value: (row: T) => CsvValue])[];

interface CsvButtonProps<T> {
  /** of the file, without its ending */
  name: string;
  columns: CsvColumns<T>;
  /** requests a page of the list with its filters */
  load: LoadPage<T>;
  /** of the button, where the page has another `CSV` */
  label?: string;
}

/** Saves the rows that match the filters of a list as CSV, also those of other pages; it says if it is cut. */
export function CsvButton<T>({ name, columns, load, label = 'CSV' }: CsvButtonProps<T>) {
  const isBusy = useSignal(false);
  async function save(): Promise<void> {
    isBusy.value = true;
    try {
      const { rows, total } = await loadRows(load);
      const head = csvLine(columns.map(([heading]) => heading));
      const lines = await inSlices(rows, (row) => csvLine(columns.map(([, value]) => value(row))));
      saveFile(`${name}.csv`, head + lines.join(''), 'text/csv');
      const cut = rows.length < total ? ` of ${countText(total)}: filter for less` : '';
      announce(`${countText(rows.length)} rows saved${cut}`);
    } catch (error) {
      announce(asApiError(error).message, 'error');
    }
    isBusy.value = false;
  }
  return (
    <button type="button" disabled={isBusy.value} onClick={() => void save()}>
      {label}
    </button>
  );
}

const SLICE = 50;

/** Maps rows in slices, so that the page stays usable. */
async function inSlices<T, U>(rows: readonly T[], map: (row: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (let i = 0; i < rows.length; i += SLICE) {
    mapped.push(...rows.slice(i, i + SLICE).map(map));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return mapped;
}
