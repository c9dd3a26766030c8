import { useSignal } from '@preact/signals';
import { asApiError } from '../../api/problem.js';
import { saveFile } from '../save-file.js';
import { countText } from '../text/plural.js';
import { announce } from '../toast.js';
import { toCsv } from './csv.js';
import type { PagedBody } from './paged-table.js';

interface CsvButtonProps<T> {
  /** of the file, without its ending */
  name: string;
  columns: readonly (readonly [heading: string, text: (row: T) => string])[];
  /** requests a page of the list with its filters */
  load: (page: { page: number; limit: number }) => Promise<PagedBody<T>>;
}

const PER_REQUEST = 1000;
const MAX_ROWS = 10_000;

/** Saves the rows that match the filters of a list as CSV, also those of other pages; it says if it is cut. */
export function CsvButton<T>({ name, columns, load }: CsvButtonProps<T>) {
  const isBusy = useSignal(false);
  async function save(): Promise<void> {
    isBusy.value = true;
    try {
      const { rows, total } = await loadRows(load);
      const texts = rows.map((row) => columns.map(([, text]) => text(row)));
      saveFile(`${name}.csv`, toCsv([columns.map(([heading]) => heading), ...texts]), 'text/csv');
      const cut = rows.length < total ? ` of ${countText(total)}: filter for less` : '';
      announce(`${countText(rows.length)} rows saved${cut}`);
    } catch (error) {
      announce(asApiError(error).message, 'error');
    }
    isBusy.value = false;
  }
  return (
    <button type="button" disabled={isBusy.value} onClick={() => void save()}>
      CSV
    </button>
  );
}

async function loadRows<T>(load: CsvButtonProps<T>['load']): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await load({ page, limit: PER_REQUEST });
    rows.push(...data);
    const isLast = data.length < PER_REQUEST || rows.length >= MAX_ROWS;
    if (isLast) return { rows, total: meta.total };
  }
}
