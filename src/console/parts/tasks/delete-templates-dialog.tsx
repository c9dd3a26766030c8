import { type DialogProps, FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { deleteTemplates } from './template-changes.js';

interface DeleteTemplatesDialogProps extends DialogProps {
  count: number;
  /** Returns the ids. */
  load: () => Promise<number[]>;
  /** of a single template */
  name?: string;
}

/** Deletes templates, after it says what becomes of their tasks. */
export function DeleteTemplatesDialog(props: DeleteTemplatesDialogProps) {
  const { count, load, name, ...ends } = props;
  const what = name ?? plural(count, 'template');
  return (
    <FormDialog
      {...ends}
      submit={`Delete ${what}`}
      isDangerous
      run={async () => deleteTemplates(await load())}
      done={`${what} deleted`}
    >
      <p>Running tasks are stopped. All tasks stay, as tasks of a deleted template.</p>
    </FormDialog>
  );
}
