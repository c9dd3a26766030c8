import { api, unwrap } from '../../api/client.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';
import { countChosen, type ChosenHosts } from './chosen-hosts.js';

interface DeleteHostsDialogProps {
  chosen: ChosenHosts;
  /** of a single host */
  name?: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes hosts with everything that is known about them, after it says so. */
export function DeleteHostsDialog({ chosen, name, onClose, onDeleted }: DeleteHostsDialogProps) {
  const count = countChosen(chosen);
  const what = name ?? plural(count, 'host');
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/hosts', { body: chosen }));
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
        Inventories, findings and agent tokens of {count === 1 ? 'this host' : 'these hosts'} are
        deleted, and cannot be restored. Results of past tasks stay.
      </p>
    </FormDialog>
  );
}
