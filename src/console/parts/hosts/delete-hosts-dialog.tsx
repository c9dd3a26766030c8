import { api, unwrap } from '../../api/client.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';

interface DeleteHostsDialogProps {
  ids: readonly number[];
  /** of a single host */
  name?: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes hosts with everything that is known about them, after it says so. */
export function DeleteHostsDialog({ ids, name, onClose, onDeleted }: DeleteHostsDialogProps) {
  const what = name ?? plural(ids.length, 'host');
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/hosts', { body: { ids: [...ids] } }));
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
      <p>
        Inventories, findings and agent tokens of {ids.length === 1 ? 'this host' : 'these hosts'}{' '}
        are deleted, and cannot be restored. Results of past tasks stay.
      </p>
    </FormDialog>
  );
}
