import { api, unwrap } from '../../api/client.js';
import { asApiError } from '../../api/problem.js';
import { saveFile } from '../save-file.js';
import { announce } from '../toast.js';
import type { DiffHead } from './use-diff-page.js';

const FORMATS = [
  ['html', 'HTML', 'html'],
  ['markdown', 'Markdown', 'md'],
  ['csv', 'CSV', 'csv'],
  ['json', 'JSON', 'json'],
] as const;

interface DiffExportsProps {
  diff: DiffHead;
  /** null: the task before */
  baseId: number | null;
}

/** The whole difference as a file. */
export function DiffExports({ diff: { task_id, number_task }, baseId }: DiffExportsProps) {
  const save = ([format, , ending]: (typeof FORMATS)[number]): Promise<void> =>
    download(`${number_task}.${ending}`, () =>
      unwrap(
        api.GET('/api/v1/tasks/{id}/diff', {
          params: {
            path: { id: task_id },
            query: { format, ...(baseId !== null && { base: baseId }) },
          },
          parseAs: 'blob',
        }),
      ),
    );
  return (
    <div class="buttons" role="group" aria-label="Export">
      {FORMATS.map((format) => (
        <button key={format[0]} type="button" class="quiet" onClick={() => void save(format)}>
          {format[1]}
        </button>
      ))}
    </div>
  );
}

/** Saves what a request returns as a file. The request carries the session, which a plain link cannot. */
async function download(name: string, request: () => Promise<Blob>): Promise<void> {
  try {
    saveFile(name, await request());
  } catch (thrown) {
    announce(asApiError(thrown).message, 'error');
  }
}
