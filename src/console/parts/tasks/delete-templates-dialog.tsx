import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';
import { deleteTemplates } from './template-changes.js';

interface DeleteTemplatesDialogProps {
  count: number;
  /** Returns the ids. */
  load: () => Promise<number[]>;
  /** of a single template */
  name?: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes templates, after it says what becomes of their tasks. */
export function DeleteTemplatesDialog(props: DeleteTemplatesDialogProps) {
  const { count, load, name, onClose, onDeleted } = props;
  const what = name ?? plural(count, 'template');
  async function run(): Promise<void> {
    await deleteTemplates(await load());
    announce(`${what} deleted`);
    onDeleted();
  }
  return (
    <FormDialog
      title={`Delete ${what}?`}
      submit={`Delete ${what}`}
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>Running tasks are stopped. All tasks stay, as tasks of a deleted template.</p>
    </FormDialog>
  );
}
