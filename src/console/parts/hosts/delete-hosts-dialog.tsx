import { api, unwrap } from '../../api/client.js';
import { type DialogProps, FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { type ChosenHosts, countChosen } from './chosen-hosts.js';

interface DeleteHostsDialogProps extends DialogProps {
  chosen: ChosenHosts;
  /** of a single host */
  name?: string;
}

/** Deletes hosts with everything that is known about them, after it says so. */
export function DeleteHostsDialog({ chosen, name, ...ends }: DeleteHostsDialogProps) {
  const count = countChosen(chosen);
  const what = name ?? plural(count, 'host');
  return (
    <FormDialog
      {...ends}
      submit={`Delete ${what}`}
      isDangerous
      run={() => unwrap(api.DELETE('/hosts', { body: chosen }))}
      done={`${what} deleted`}
    >
      <p>
        Inventories, findings and agent tokens of {count === 1 ? 'this host' : 'these hosts'} are
        deleted, and cannot be restored. Results of past tasks stay.
      </p>
    </FormDialog>
  );
}
